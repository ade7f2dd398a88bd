/** Applies messages from the server to the state of a rush: a welcome, updates, answers. */
import type { Rushed, RushLaid, RushOwnTiles, RushWelcome } from "../generated/protocol";
import {
  type LaidBySeat,
  NO_OPEN_TILES,
  type OwnTiles,
  type Pending,
  type Rush,
  type RushCommand,
  type RushEvent,
  withValidHand,
} from "./state";
import type { Edges } from "./table";

/** Return the rush of a welcome; the tile in hand and unanswered commands stay. */
export function welcomed(welcome: RushWelcome, before: Rush | null): Rush {
  const { room, mine } = welcome;
  const rush: Rush = {
    penaltySides: room.penalty_sides,
    seat: welcome.seat,
    version: welcome.version,
    edges: edgesOf(before?.edges ?? {}, welcome.laid, mine),
    laid: welcome.laid.map(lying),
    holdings: welcome.holdings,
    own: ownOf(mine),
    pending: before?.pending ?? [],
    chosen: before?.chosen ?? null,
    over: before?.over ?? null,
    turns: before?.turns ?? {},
  };
  return withValidHand(rush);
}

/** Apply an update; null if one before it was missed. A known one changes nothing. */
export function updated(rush: Rush, update: Rushed): Rush | null {
  if (update.version <= rush.version) return rush;
  if (update.version !== rush.version + 1) return null;
  const laid = update.events.flatMap((event) => (event.kind === "laid" ? [event.laid] : []));
  const holdings = rush.holdings.map((one) => update.holdings.find((other) => other.seat === one.seat) ?? one);
  return withValidHand({
    ...rush,
    version: update.version,
    edges: edgesOf(rush.edges, laid, update.mine),
    laid: [...rush.laid, ...laid.map(lying)],
    holdings,
    own: update.mine ? ownOf(update.mine) : rush.own,
    pending: update.events.reduce((pending, event) => settled(pending, event, rush.seat), rush.pending),
    chosen: update.events.some((event) => event.kind === "turned" && event.seat === rush.seat) ? null : rush.chosen,
  });
}

/** Remove a command that the server has answered, accepted or not. */
export function answered(rush: Rush, id: string): Rush {
  const pending = rush.pending.filter((one) => one.id !== id);
  return pending.length === rush.pending.length ? rush : withValidHand({ ...rush, pending });
}

const CAUSES: Partial<Record<RushEvent["kind"], RushCommand["name"]>> = {
  turned: "turn",
  laid: "lay",
  "put-aside": "aside",
  given: "give",
};

/** Remove the first command that an event settles; answers come in order. */
function settled(pending: readonly Pending[], event: RushEvent, seat: number | null): readonly Pending[] {
  if (!("seat" in event) || event.seat !== seat || (event.kind === "given" && event.by_time)) return pending;
  const at = pending.findIndex(({ command }) => command.name === CAUSES[event.kind]);
  return at < 0 ? pending : pending.filter((_, n) => n !== at);
}

function lying({ tile, q, r, rotation, seat }: RushLaid): LaidBySeat {
  return { tile, q, r, rotation, seat };
}

function ownOf(mine: RushOwnTiles | null): OwnTiles {
  return mine ? { turned: mine.turned?.tile ?? null, pile: mine.pile.map((one) => one.tile) } : NO_OPEN_TILES;
}

/** Add the letters of tiles that became visible. */
function edgesOf(known: Edges, laid: readonly RushLaid[], mine: RushOwnTiles | null): Edges {
  const edges: Record<number, string> = { ...known };
  for (const one of laid) edges[one.tile] = one.edges.slice(one.rotation) + one.edges.slice(0, one.rotation);
  for (const one of mine ? [...mine.pile, ...(mine.turned ? [mine.turned] : [])] : []) edges[one.tile] = one.edges;
  return edges;
}
