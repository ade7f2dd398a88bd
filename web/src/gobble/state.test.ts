import { expect, test } from "vitest";
import type { RushSeatView } from "../generated/protocol";
import {
  afterEvents,
  begun,
  FORCED,
  FREE,
  holding,
  LETTERS,
  LONE,
  rushLaid,
  rushWelcome,
  tile,
  withTurned,
} from "./fixture";
import { faceColour } from "./players";
import {
  aim,
  aimed,
  fittingSpaces,
  forcedSpaces,
  handTile,
  isTurning,
  mayPutAside,
  mayTurn,
  misfitOf,
  myHolding,
  type Rush,
  recipients,
  rotateTile,
  selectTile,
  spaces,
  unconfirmed,
  withPendingApplied,
  withSentCommand,
} from "./state";
import { facingInRush, rotationsIn, tileClashes } from "./table";
import { answered, updated, welcomed } from "./updates";

const SEVEN = withTurned(begun(), 7);
const ON_FORCED = { tile: 7, ...FORCED, rotation: 4 };
const ON_FREE = { tile: 7, ...FREE, rotation: 1 };

function laying(rush: Rush, placement: { tile: number; q: number; r: number; rotation: number }, id = "a"): Rush {
  return withSentCommand(rush, { id, command: { name: "lay", placement } });
}

function put(placement: string, seat: number, gobble = 0) {
  return {
    kind: "laid" as const,
    seat,
    laid: rushLaid(placement, seat),
    source: "stock" as const,
    n_sides: 3,
    gobble,
    spaces: [],
  };
}

test("a space shows the colours of the tiles around it", () => {
  const { edges, laid: lying } = begun();

  expect(facingInRush(edges, lying, FORCED)).toBe(".RYR..");
  expect(facingInRush(edges, lying, FREE)).toBe("R....Y");
  expect(facingInRush(edges, lying, LONE)).toBe("..B...");
});

test("letters are read from a tile in any rotation", () => {
  const { edges } = begun();

  expect(edges[24]).toBe(LETTERS[24]);
  expect(edges[17]).toBe(LETTERS[17]);
});

test("spaces have two sides or more, forced ones three", () => {
  expect(spaces(begun())).toHaveLength(6);
  expect(new Set(forcedSpaces(begun()).map(({ q, r }) => `${q},${r}`))).toEqual(new Set(["1,1", "1,-1"]));
});

test("a tile fits where all touching edges match", () => {
  const { edges } = SEVEN;

  expect(rotationsIn(edges, 7, ".RYR..")).toEqual([4]);
  expect(rotationsIn(edges, 7, "R....Y")).toEqual([1, 3]);
  expect(tileClashes(edges, { ...ON_FORCED, rotation: 4 }, ".RYR..")).toEqual([]);
  expect(tileClashes(edges, { ...ON_FORCED, rotation: 5 }, ".RYR..")).not.toEqual([]);
});

test("a turned tile needs only the golden rule, two sides and an empty cell", () => {
  expect(misfitOf(SEVEN, ON_FORCED)).toBeNull();
  expect(misfitOf(SEVEN, ON_FREE)).toBeNull();
  expect(misfitOf(SEVEN, { ...ON_FORCED, rotation: 0 })).toBe("mismatch");
  expect(misfitOf(SEVEN, { tile: 7, ...LONE, rotation: 0 })).toBe("few-sides");
  expect(misfitOf(SEVEN, { tile: 7, q: 0, r: 0, rotation: 0 })).toBe("occupied");
});

test("a tile of the pile fills forced spaces only", () => {
  // R6.3
  const aside = afterEvents(SEVEN, { kind: "put-aside", seat: 0, tile: tile(7) }, [], { pile: [7] });

  expect(misfitOf(selectTile(aside, 7), ON_FREE)).toBe("penalty");
  expect(misfitOf(selectTile(aside, 7), ON_FORCED)).toBeNull();
  expect(fittingSpaces(selectTile(aside, 7), 7)).toMatchObject([FORCED]);
});

test("a tile of the pile goes anywhere by the newer rule", () => {
  const room = { ...rushWelcome().room, penalty_sides: 2 };
  const aside = welcomed(
    rushWelcome({ room, mine: { seat: 0, turned: null, pile: [{ tile: 7, edges: LETTERS[7] ?? "" }] } }),
    null,
  );

  expect(misfitOf(selectTile(aside, 7), ON_FREE)).toBeNull();
});

test("with help a tile turns until it fits a space, and on to the next fitting rotation", () => {
  const over = aim(SEVEN, FREE, "turn");

  expect(aimed(over)).toEqual(ON_FREE);
  expect(aimed(rotateTile(over, 1, "turn"))).toEqual({ ...ON_FREE, rotation: 3 });
  expect(aimed(rotateTile(over, -1, "turn"))).toEqual({ ...ON_FREE, rotation: 3 });
});

test("without help a tile lies as it was turned", () => {
  const over = rotateTile(aim(SEVEN, FREE, "none"), 1, "none");

  expect(aimed(over)).toEqual(ON_FREE);
  expect(aimed(aim(over, FORCED, "none"))).toEqual({ ...ON_FORCED, rotation: 1 });
});

test("a tile lies at once, and the hand is empty", () => {
  const rush = laying(SEVEN, ON_FREE);

  expect(withPendingApplied(rush).laid.at(-1)).toEqual({ ...ON_FREE, seat: 0 });
  expect(unconfirmed(rush)).toEqual([ON_FREE]);
  expect(handTile(rush)).toBeNull();
  expect(myHolding(rush)?.has_turned).toBe(false);
  expect(mayTurn(rush)).toBe(true);
});

test("an accepted command settles without a visible change", () => {
  const before = laying(SEVEN, ON_FREE);
  const after = afterEvents(before, put("7@-2,1^1", 0), [holding(0, { n_stock: 3 })], {});

  expect(after.pending).toEqual([]);
  expect(withPendingApplied(after).laid).toEqual(withPendingApplied(before).laid);
  expect(answered(after, "a")).toBe(after);
});

test("a refused tile is back in the hand", () => {
  const rush = answered(laying(SEVEN, ON_FREE), "a");

  expect(handTile(rush)).toBe(7);
  expect(withPendingApplied(rush).laid).toHaveLength(8);
});

test("a tile comes back when somebody else's lies there, and none is lost", () => {
  // R6.5
  const rush = afterEvents(laying(SEVEN, ON_FREE), put("3@-2,1^0", 1), [holding(1, { n_stock: 3 })]);

  expect(withPendingApplied(rush).laid.filter((one) => one.q === -2 && one.r === 1)).toMatchObject([
    { tile: 3, seat: 1 },
  ]);
  expect(handTile(rush)).toBe(7);
  expect(rush.pending).toHaveLength(1);
  expect(handTile(answered(rush, "a"))).toBe(7);
});

test("commands follow each other without waiting for answers", () => {
  const aside = withSentCommand(SEVEN, { id: "a", command: { name: "aside" } });
  const turning = withSentCommand(aside, { id: "b", command: { name: "turn" } });

  expect(withPendingApplied(aside).own).toEqual({ turned: null, pile: [7] });
  expect(mayTurn(aside)).toBe(true);
  expect(mayPutAside(aside)).toBe(false);
  expect(isTurning(turning)).toBe(true);
  expect(mayTurn(turning)).toBe(false);
});

test("of two commands of one kind the first is answered first", () => {
  const twice = laying(laying(withTurned(begun(), 7), ON_FREE, "a"), { ...ON_FORCED, tile: 56 }, "b");
  const after = afterEvents(twice, put("7@-2,1^1", 0), [holding(0, { n_stock: 3 })], {});

  expect(after.pending.map(({ id }) => id)).toEqual(["b"]);
});

test("a gift made by timeout answers no command", () => {
  const owing = { ...SEVEN, holdings: [holding(0, { dues: [6000] }), holding(1)] };
  const giving = withSentCommand(owing, { id: "g", command: { name: "give", to: 1, tile: null } });
  const given = { kind: "given" as const, seat: 0, to: 1, source: "stock" as const, tile: null };

  expect(myHolding(giving)).toMatchObject({ n_stock: 3, dues: [] });
  expect(afterEvents(giving, { ...given, by_time: true }).pending).toHaveLength(1);
  expect(afterEvents(giving, { ...given, by_time: false }).pending).toHaveLength(0);
});

test("players who are out or have left get no tiles", () => {
  const rush = {
    ...begun(),
    holdings: [holding(0), holding(1, { rank: 1 }), holding(2), holding(3, { has_left: true })],
  };

  expect(recipients(rush)).toEqual([2]);
});

test("a missed update is noticed, a known one changes nothing", () => {
  const news = { type: "rushed" as const, version: 1, at_ms: 0, events: [], holdings: [], mine: null };

  expect(updated(begun(), { ...news, version: 2 })).toBeNull();
  expect(updated(SEVEN, news)).toBe(SEVEN);
});

test("a new welcome keeps rotations and pending commands", () => {
  const turned = laying(rotateTile(SEVEN, 1, "none"), ON_FREE);
  const mine = { seat: 0, turned: { tile: 7, edges: LETTERS[7] ?? "" }, pile: [] };
  const again = welcomed(rushWelcome({ version: 9, mine }), turned);

  expect(again.pending).toHaveLength(1);
  expect(again.turns[7]).toBe(1);
  expect(again.version).toBe(9);
});

test("robots of one style have different mouths, as their seats have", () => {
  const [one] = rushWelcome().room.seats;
  const robots = [1, 2, 3].map((seat) => ({ ...one, seat, robot: "balanced", name: "Balanced" }) as RushSeatView);

  expect(robots.map(faceColour)).toEqual(["B", "G", "Y"]);
});
