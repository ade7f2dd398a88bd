"""The robot `keen`: tree search guided and judged by a net that was trained on searches."""
