"""A net that learns from deep searches: labels, teaching with PyTorch, a smaller student, constants."""
