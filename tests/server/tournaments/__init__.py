"""Tests of tournaments on the server."""
