"""Tests of what all live rooms share."""
