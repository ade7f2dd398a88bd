"""Experiments: robots that are no level, and the trials behind the settings of those that are.

Not part of the installed package. It may import `tantrix` and the test helpers; nothing imports it.
"""
