"""The learned evaluation: features, weights, the robot that plays by it and how it is trained."""
