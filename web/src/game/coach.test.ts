import { beforeEach, expect, test, vi } from "vitest";
import { bringTipsBack } from "../settings/tips";
import { laid, position, space, state } from "../table/fixture";
import { Coach, tipFor } from "./coach";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

const forced = space(2, 0, { is_forced: true, holders: [0] });
const filling = position({
  phase: "fill",
  forced_tiles: [12],
  spaces: [forced, space(5, 5)],
  placements: ["12@2,0^1"],
});

test("the first forced space that can be filled is explained, and only once", () => {
  const coach = new Coach();
  const table = state({ position: filling, laid: [laid({ seat: 0, draw: null })] });

  expect(coach.tip(table)).toEqual({ name: "forced", cell: forced, tile: null });
  coach.read("forced");

  expect(new Coach().tip(table)?.name).not.toBe("forced");
});

test("a forced space that the player cannot fill is not explained yet", () => {
  expect(tipFor("forced", state({ position: { ...filling, forced_tiles: [] } }))).toBeNull();
});

test("grey cells, draws and the endgame have a tip each", () => {
  const grey = space(1, 1, { is_controlled: true });
  const drew = laid({ seat: 0, draw: 5 });
  const last = laid({ seat: 1, draw: null, q: 4 });

  expect(tipFor("grey", state({ position: position({ spaces: [grey] }) }))?.cell).toEqual(grey);
  expect(tipFor("draw", state({ laid: [laid({ seat: 0, draw: 3 }), last] }))?.tile).toBe(3);
  expect(tipFor("draw", state({ laid: [laid({ seat: 1, draw: 5 })] }))).toBeNull(); // the opponent drew
  expect(tipFor("endgame", state({ position: position({ in_endgame: true }), laid: [drew, last] }))?.cell).toEqual(
    last,
  );
  expect(tipFor("endgame", state())).toBeNull();
});

test("before the first tile the coach says who one is, and never in a game that counts", () => {
  const table = state();

  expect(new Coach().tip(table)).toEqual({ name: "start", cell: null, tile: null });
  for (const game of [{ is_rated: true }, { tournament: "/tournaments/abc" }])
    expect(new Coach().tip({ ...table, game: { ...table.game, ...game } })).toBeNull();
});

test("a tip is counted by those that were read before it, also after the page is opened anew", () => {
  const coach = new Coach();
  coach.tip(state());
  const first = coach.count;
  coach.tip(state());
  const again = coach.count;
  coach.read("start");
  const later = new Coach();
  later.tip(state({ position: filling }));

  expect([first, again, later.count]).toEqual([
    [1, 5],
    [1, 5],
    [2, 5],
  ]);
});

test("a tip is read once the player lays a tile while it is shown", () => {
  const coach = new Coach();
  const drawn = [laid({ seat: 0, draw: 3 })];
  coach.tip(state({ position: filling, laid: drawn }));

  coach.tip(state({ position: { ...filling, to_play: 1 }, laid: [...drawn, laid({ seat: 0, draw: null })] }));

  expect(new Coach().tip(state({ position: filling, laid: drawn }))?.name).toBe("draw");
});

test("the settings bring the tips back", () => {
  const coach = new Coach();
  coach.readAll();

  bringTipsBack();

  expect(coach.tip(state())?.name).toBe("start");
});

test("a player who wants no more tips gets none", () => {
  const coach = new Coach();

  coach.readAll();

  expect(new Coach().tip(state({ position: filling }))).toBeNull();
});

test("there are no tips while a tile is in hand, or for others", () => {
  const coach = new Coach();
  const draft = { tile: 12, cell: null, rotation: 0, isSet: false };

  expect(coach.tip(state({ position: filling, draft }))).toBeNull();
  expect(coach.tip(state({ position: { ...filling, to_play: 1 } }))).toBeNull();
});
