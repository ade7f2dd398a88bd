import { describe, expect, test } from "vitest";
import { laid, placed, position, state, welcome } from "./fixture";
import * as table from "./state";

const PLACE = { type: "place" as const, id: "p1", ply: 1, placement: "12@1,0^0" };

describe("messages from the server", () => {
  test("the next event is applied", () => {
    const after = table.applyMessage(state(), placed());

    expect(after.version).toBe(6);
    expect(after.laid.map((one) => one.tile)).toEqual([40, 12]);
    expect(after.position.to_play).toBe(1);
  });

  test("an event seen before changes nothing", () => {
    const before = state();

    expect(table.applyMessage(before, placed({ version: 5 }))).toBe(before);
  });

  test("a server that cannot tell whether this is the newest makes the connection stale", () => {
    const stale = table.applyMessage(state({ connection: "live" }), { type: "stale", is_stale: true });

    expect(stale.connection).toBe("stale");
    expect(table.applyMessage(stale, { type: "stale", is_stale: false }).connection).toBe("live");
  });

  test("an event after a gap is not applied, and asks for the missing ones", () => {
    const after = table.applyMessage(state(), placed({ version: 8 }));

    expect(after.hasGap).toBe(true);
    expect(after.version).toBe(5);
  });

  test("a welcome closes the gap", () => {
    const gap = table.applyMessage(state(), placed({ version: 8 }));

    expect(table.applyMessage(gap, welcome({ version: 8 }))).toMatchObject({ hasGap: false, version: 8 });
  });

  test("a placement is pending until it is acknowledged", () => {
    const waiting = table.withSentPlacement(state(), PLACE);

    expect(table.applyMessage(waiting, { type: "ack", id: "other", version: 6 }).pending).toBe(PLACE);
    expect(table.applyMessage(waiting, { type: "ack", id: "p1", version: 6 }).pending).toBeNull();
  });

  test("a placement is no longer pending once its tile has been laid, so that the next one can be selected", () => {
    const waiting = table.withSentPlacement(state(), PLACE);

    expect(table.applyMessage(waiting, placed()).pending).toBeNull();
  });

  test("a placement stays pending when another tile has been laid", () => {
    const waiting = table.withSentPlacement(state(), { ...PLACE, placement: "12@1,0^1" });

    expect(table.applyMessage(waiting, placed()).pending).toBe(waiting.pending);
  });

  test("a pending placement survives a welcome, as it may not have arrived", () => {
    expect(table.applyMessage(table.withSentPlacement(state(), PLACE), welcome()).pending).toBe(PLACE);
  });

  test("a refused placement is no longer pending and leaves the tile where it lay", () => {
    const draft = { tile: 12, cell: { q: 1, r: 0 }, rotation: 0, isSet: true };
    const after = table.applyMessage(table.withSentPlacement(state({ draft }), PLACE), {
      type: "refused",
      id: "p1",
      code: "x",
      detail: "",
    });

    expect(after.pending).toBeNull();
    expect(after.draft).toEqual(draft);
  });

  test("a refusal that names no message keeps the pending one", () => {
    const waiting = table.withSentPlacement(state(), PLACE);

    expect(table.applyMessage(waiting, { type: "refused", id: null, code: "x", detail: "" }).pending).toBe(PLACE);
  });

  test("the end of the game reveals the secret", () => {
    const last = position({ phase: "over" });
    const over = { type: "over" as const, version: 6, position: last, secret: "s", clock: null };
    const after = table.applyMessage(state(), over);

    expect(after.secret).toBe("s");
    expect(table.isOver(after)).toBe(true);
  });

  test("a selected tile that the new position does not allow is deselected", () => {
    const draft = { tile: 12, cell: { q: 1, r: 0 }, rotation: 0, isSet: true };
    const after = table.applyMessage(state({ draft }), welcome({ position: position({ placements: ["12@0,1^2"] }) }));

    expect(after.draft).toBeNull();
  });
});

describe("events other than placements", () => {
  const before = table.applyMessage(state(), placed());
  const takenBack = {
    type: "taken_back" as const,
    version: 7,
    ply: 1,
    position: position(),
    clock: null,
    may_abort: true,
  };

  test("a takeback leaves the first tiles and their position", () => {
    const after = table.applyMessage(before, takenBack);

    expect(after.laid.map((one) => one.tile)).toEqual([40]);
    expect(after).toMatchObject({ version: 7, mayAbort: true, position: { ply: 1, to_play: 0 } });
  });

  test("a review of a tile that is taken back moves to the last one left", () => {
    const reviewing = table.review(before, 2, before.position);

    expect(table.applyMessage(reviewing, takenBack)).toMatchObject({ reviewPly: 1, reviewed: { ply: 1 } });
    expect(table.applyMessage(table.review(before, 0, null), takenBack).reviewPly).toBe(0);
  });

  test("after a takeback the next tile replaces the one taken back", () => {
    const other = placed({ version: 8, laid: laid({ tile: 3, q: 0, r: 1 }) });

    expect(table.applyMessage(table.applyMessage(before, takenBack), other).laid.map((one) => one.tile)).toEqual([
      40, 3,
    ]);
  });

  test("a game that a player has left rests until the others let a robot play on", () => {
    const message = { type: "paused", version: 6, pause_left_ms: 60_000, left: 1, clock: null } as const;
    const left = table.applyMessage(state(), message, 1_000);
    const on = table.applyMessage(left, { type: "seat_changed", version: 7, seat: 1, stand_in: "master", clock: null });

    expect([left.left, table.isPaused(left)]).toEqual([1, true]);
    expect([on.left, table.isPaused(on)]).toEqual([null, false]);
  });

  test("a pause ends on the page's own clock, and clocks show what was received", () => {
    const clock = {
      left_ms: [5_000, 7_000],
      running: null,
      penalties: [0, 0],
      points: null,
      bank_ms: null,
      starts_in_ms: null,
    };
    const paused = table.applyMessage(
      state(),
      { type: "paused", version: 6, pause_left_ms: 600_000, left: null, clock },
      1_000,
    );

    expect(paused.pauseEndsAtMs).toBe(601_000);
    expect(paused.clock).toEqual({ view: clock, receivedAtMs: 1_000 });
    expect(table.applyMessage(paused, { type: "resumed", version: 7, clock }).pauseEndsAtMs).toBeNull();
  });

  test("offers are replaced by the latest list, and expire when the game continues", () => {
    const draw = { kind: "draw" as const, by: 1, accepted: [1], missing: [0], ply: null, seat: null };
    const offered = table.applyMessage(state(), { type: "offers", offers: [draw] });

    expect(offered.offers).toEqual([draw]);
    expect(table.applyMessage(offered, { type: "offers", offers: [] }).offers).toEqual([]);
    expect(table.applyMessage(offered, placed()).offers).toEqual([]);
  });

  test("a robot stands in until the player is back", () => {
    const away = table.applyMessage(state(), {
      type: "seat_changed",
      version: 6,
      seat: 0,
      stand_in: "greedy",
      clock: null,
    });
    const back = table.applyMessage(away, { type: "seat_changed", version: 7, seat: 0, stand_in: null, clock: null });

    expect([table.isMyTurn(state()), table.isMyTurn(away), table.isMyTurn(back)]).toEqual([true, false, true]);
  });
});

describe("selecting and turning", () => {
  test("a tile held over a space turns to a legal rotation", () => {
    const held = table.hold(table.choose(state(), 12), { q: 0, r: 1 }, false);

    expect(held.draft).toEqual({ tile: 12, cell: { q: 0, r: 1 }, rotation: 2, isSet: false });
  });

  test("turning cycles through the legal rotations", () => {
    const held = table.hold(table.choose(state(), 12), { q: 1, r: 0 }, true);
    const rotations = [1, 2, 3].map((n) => {
      let turned = held;
      for (let i = 0; i < n; i++) turned = table.rotate(turned, 1);
      return turned.draft?.rotation;
    });

    expect(rotations).toEqual([4, 0, 4]);
  });

  test("a tile not over a space turns by a sixth", () => {
    expect(table.rotate(table.choose(state(), 12), -1).draft?.rotation).toBe(5);
  });

  test("a tile is not held over a space where it may not be laid", () => {
    expect(table.hold(table.choose(state(), 3), { q: 1, r: 0 }, false).draft?.cell).toBeNull();
  });

  test("hovering does not move a tile that was set", () => {
    const set = table.hold(table.choose(state(), 12), { q: 1, r: 0 }, true);

    expect(table.hold(set, { q: 0, r: 1 }, false)).toBe(set);
  });

  test("selecting the same tile again deselects it", () => {
    expect(table.choose(table.choose(state(), 12), 12).draft).toBeNull();
  });

  test("no tile can be selected in review, in a pause, with a pending placement, or while a robot stands in", () => {
    const reviewing = table.review(state(), 0, null);
    const paused = state({ pauseEndsAtMs: 1 });
    const away = table.applyMessage(state(), {
      type: "seat_changed",
      version: 6,
      seat: 0,
      stand_in: "greedy",
      clock: null,
    });

    for (const barred of [reviewing, paused, away, table.withSentPlacement(state(), PLACE)]) {
      expect(table.choose(barred, 12).draft).toBeNull();
    }
  });
});

describe("review", () => {
  test("a review shows the tiles up to its ply while the game continues", () => {
    const after = table.applyMessage(table.review(state(), 0, null), placed());

    expect(table.shownLaid(after)).toEqual([]);
    expect(after.laid).toHaveLength(2);
  });
});

test("tracing a colour twice stops it", () => {
  const once = table.toggleTrace(state(), "R");

  expect(once.traced).toEqual(["R"]);
  expect(table.toggleTrace(once, "R").traced).toEqual([]);
});

test("the large rack is that of the local player to play, else of the first local player", () => {
  expect(table.dockedSeat(state({ position: position({ to_play: 1 }) }))?.seat).toBe(0);
});
