"""Games in bulk: jobs, counts of finished games, and statistics made from them."""
