"""What a placement does, from the facts of the rules, and a sentence about it.

It knows lines, loops and forced spaces, but no robot: it explains any placement of any player.
"""

from tantrix.reasons.reasons import Fact, PlacementReason, reasons_for
from tantrix.reasons.sentence import explain

__all__ = ["Fact", "PlacementReason", "explain", "reasons_for"]
