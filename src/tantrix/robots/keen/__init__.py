"""Tree search for two seats with a net that was trained on searches."""
