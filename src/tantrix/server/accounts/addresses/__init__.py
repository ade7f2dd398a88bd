"""Mail addresses of accounts: given, confirmed with the link in one mail, changed and removed."""
