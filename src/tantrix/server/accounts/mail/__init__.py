"""Mail to users: for new passwords and about changes of their accounts, and what sends all mail."""
