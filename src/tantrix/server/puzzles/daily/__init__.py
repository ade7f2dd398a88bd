"""The puzzle and the solitaire of each day: chosen by the date, made in advance, stored."""
