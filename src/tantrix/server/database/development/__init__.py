"""Data of development versions from before the first release, and how they become data of the release."""
