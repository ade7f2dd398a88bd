"""Finding, counting and growing loops and lines on the open plane."""
