"""Words in the reader's language: catalogues, dates, names of robots and seats, time controls, rules."""
