"""Tests of tournaments as values."""
