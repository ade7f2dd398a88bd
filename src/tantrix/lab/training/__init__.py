"""Training of the forecast: self-play, the fit, and a folder from which it can resume."""
