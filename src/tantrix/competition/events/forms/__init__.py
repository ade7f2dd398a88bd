"""The forms of a stage, one file each: who meets whom, when a match is over, and who is first.

`base.py` has the questions that a form answers and what all forms share; `registry.py` lists the forms. How
to add one is in `docs/design.md`.
"""
