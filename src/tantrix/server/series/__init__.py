"""Series: events of any format that repeat by themselves, such as a weekly Open or a daily arena."""
