"""The learned evaluation: features, weights, and the robot that uses them."""
