/** The steps of a plan's lines: whose they are, and what they say. */
import type { GameView, PlannedTile, PositionView } from "../../generated/protocol";
import { t } from "../../page/i18n";
import { seatName } from "../../table/sentences";
import { parsePlacement } from "../../tiles/placement";
import { placementText, tileText } from "../../tiles/text";

/** Return the seat of each step of a line: who holds the tile now, or draws it on the way. */
export function seatsOf(line: readonly PlannedTile[], { hands }: PositionView): (number | null)[] {
  const holders = new Map(hands.flatMap((hand, seat) => hand.map((tile) => [tile, seat] as const)));
  return line.map(({ placement, draw }) => {
    const seat = holders.get(parsePlacement(placement)?.tile ?? 0) ?? null;
    if (seat !== null && draw) holders.set(draw, seat);
    return seat;
  });
}

/** Describe a step for players who cannot see it. */
export function stepSentence(game: GameView, step: PlannedTile, seat: number | null): string {
  const placement = parsePlacement(step.placement);
  const values = { name: seatName(game, seat), placement: placement ? placementText(placement) : "" };
  if (!step.draw) return t("{name}: {placement}", values);
  return t("{name}: {placement}, if this is drawn: {tile}", { ...values, tile: tileText(step.draw) });
}

/** Return whether a line can be added: it ends with a tile of the player. */
export function endsWithReply(game: GameView, seats: readonly (number | null)[]): boolean {
  const last = seats.at(-1) ?? null;
  return last !== null && game.seats[last]?.is_mine === true;
}
