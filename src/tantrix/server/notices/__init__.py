"""Notices: people are told what happened while they were away – by the bell, by push and by mail."""
