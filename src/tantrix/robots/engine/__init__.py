"""Both ends of the engine protocol: a program as a robot, and a robot as a program."""
