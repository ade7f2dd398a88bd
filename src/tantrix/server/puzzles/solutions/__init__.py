"""All solutions of a puzzle: searched in worker processes, cached, and listed step by step."""
