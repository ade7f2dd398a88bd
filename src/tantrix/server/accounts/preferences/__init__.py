"""What a person has chosen and read: settings, steps of the lessons, tips; kept with the account."""
