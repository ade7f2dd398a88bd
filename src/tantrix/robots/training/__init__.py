"""How the forecast is trained: self-play, the fit, and a folder from which it resumes.

Imports: robots.forecast, robots.search.
"""
