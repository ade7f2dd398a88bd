"""Profiles, leaderboards and head-to-head pages."""
