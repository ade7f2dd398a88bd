"""Chat, private messages, mutes, reports, moderation and notes."""
