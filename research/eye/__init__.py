"""Training the eye: drawn scenes, the network in PyTorch, weights. Needs `tantrix[eye-train]`."""
