"""Household instructions in controlled English.

One level: the steps from a sentence to a goal, and a module for each family of verbs.
"""
