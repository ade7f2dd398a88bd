"""How fast the kernel is on this machine: the loops that are timed and the report."""
