"""Notices of what happened while users were away, shown under the bell and sent by push and mail."""
