"""Verbs and claims → wishes, by subject."""
