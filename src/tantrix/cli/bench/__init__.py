"""The commands of `tantrix bench`: the speed of the kernel, the robots and the solver."""
