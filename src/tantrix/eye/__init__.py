"""The eye: a photograph of real tiles becomes tiles, groups and positions."""
