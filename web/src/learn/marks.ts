/** Marks on the table that the lessons have not explained yet: they are left out of what the page shows. */
import type { LessonStep, PositionView } from "../generated/protocol";

/** Return a position with only those marks that have been taught. */
export function withMarks(position: PositionView, taught: LessonStep["marks"]): PositionView {
  const [hasDot, hasGrey] = [taught.includes("dot"), taught.includes("grey")];
  return {
    ...position,
    spaces: position.spaces.map((space) => ({
      ...space,
      is_forced: space.is_forced && hasDot,
      is_controlled: space.is_controlled && hasGrey,
    })),
    forced_tiles: taught.includes("arrow") ? position.forced_tiles : [],
  };
}
