"""Games in bulk: jobs, the counters of finished games and the figures made of them."""
