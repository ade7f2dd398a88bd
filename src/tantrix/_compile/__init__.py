"""Compiling: the decorator that compiles functions, and arrays that they read by address."""
