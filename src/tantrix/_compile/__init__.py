"""Compiling: the decorator that compiles functions, the records they work on, arrays read by address."""
