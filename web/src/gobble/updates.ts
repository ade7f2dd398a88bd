/** What the server says of a rush, taken into the state of the page: a welcome, events, answers. */
import type { Rushed, RushLaid, RushMine, RushWelcome } from "../generated/protocol";
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

/** Return the rush as it is told from the start; what the person has in the hand and under way stays. */
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

/** Take in what a command has caused; null if something before it was missed. What was heard before changes nothing. */
export function updated(rush: Rush, update: Rushed): Rush | null {
  if (update.version <= rush.version) return rush;
  if (update.version !== rush.version + 1) return null;
  const puts = update.events.flatMap((event) => (event.kind === "put" ? [event.laid] : []));
  const holdings = rush.holdings.map((one) => update.holdings.find((other) => other.seat === one.seat) ?? one);
  return withValidHand({
    ...rush,
    version: update.version,
    edges: edgesOf(rush.edges, puts, update.mine),
    laid: [...rush.laid, ...puts.map(lying)],
    holdings,
    own: update.mine ? ownOf(update.mine) : rush.own,
    pending: update.events.reduce((pending, event) => settled(pending, event, rush.seat), rush.pending),
    chosen: update.events.some((event) => event.kind === "turned" && event.seat === rush.seat) ? null : rush.chosen,
  });
}

/** The server has answered: a command is no longer under way, whether it was accepted or not. */
export function answered(rush: Rush, id: string): Rush {
  const pending = rush.pending.filter((one) => one.id !== id);
  return pending.length === rush.pending.length ? rush : withValidHand({ ...rush, pending });
}

const CAUSES: Partial<Record<RushEvent["kind"], RushCommand["name"]>> = {
  turned: "turn",
  put: "lay",
  aside: "aside",
  gave: "give",
};

/** The first command of its kind is no longer under way once it is told that it was done: answers keep their order. */
function settled(pending: readonly Pending[], event: RushEvent, seat: number | null): readonly Pending[] {
  if (!("seat" in event) || event.seat !== seat || (event.kind === "gave" && event.by_time)) return pending;
  const at = pending.findIndex(({ command }) => command.name === CAUSES[event.kind]);
  return at < 0 ? pending : pending.filter((_, n) => n !== at);
}

function lying({ tile, q, r, rotation, seat }: RushLaid): LaidBySeat {
  return { tile, q, r, rotation, seat };
}

function ownOf(mine: RushMine | null): OwnTiles {
  return mine ? { turned: mine.turned?.tile ?? null, pile: mine.pile.map((one) => one.tile) } : NO_OPEN_TILES;
}

/** Add the letters of tiles that have come into sight. */
function edgesOf(known: Edges, laid: readonly RushLaid[], mine: RushMine | null): Edges {
  const edges: Record<number, string> = { ...known };
  for (const one of laid) edges[one.tile] = one.edges.slice(one.rotation) + one.edges.slice(0, one.rotation);
  for (const one of mine ? [...mine.pile, ...(mine.turned ? [mine.turned] : [])] : []) edges[one.tile] = one.edges;
  return edges;
}
