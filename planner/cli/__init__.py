"""The command line: the only place that prints or exits.

One level: a command is a module.
"""
