import { describe, expect, it } from "vitest";
import type { CourseView, LessonRush, LessonStep } from "../generated/protocol";
import * as model from "../gobble/state";
import { position, state } from "../table/fixture";
import { aimCells, aimRotations, canAim, canQueue } from "../table/state";
import { areAllRefused, checked } from "./checker";
import { beginning, isLearned, nameOf, placesOf, withDone } from "./progress";
import { done, isGobble, rushOfStep, turnUp } from "./rush-table";

const POSITION = position();
const STEP = {
  words: "",
  praise: "",
  nudge: "",
  goal: "spot",
  board: { text: "", laid: [], position: POSITION },
  expected: ["12@1,0^4"],
  reason: null,
  ring: null,
  draw: 20,
  turns_freely: false,
} as unknown as LessonStep;

const RUSH: LessonRush = {
  words: "",
  praise: "",
  nudge: "",
  goal: "gobble",
  laid: ["9@0,0^5", "37@0,-1^2", "52@-1,0^2", "49@1,-1^1", "5@1,-2^3", "17@0,-2^5"],
  stock: [40, 45],
  pile: [10],
};

const COURSE = {
  lessons: [
    { name: "lines", title: "", steps: [STEP], rushes: [] },
    { name: "loops", title: "", steps: [STEP, STEP], rushes: [] },
    { name: "gobble", title: "", steps: [], rushes: [RUSH] },
  ],
} as CourseView;

describe("a placement in a lesson", () => {
  it("solves the task", () => {
    expect(checked(STEP, "12@1,0^4")).toEqual({ kind: "done", reason: null });
  });

  it("is elsewhere if it is legal but does not solve the task", () => {
    expect(checked(STEP, "3@0,1^5")).toEqual({ kind: "elsewhere" });
  });

  it("is refused for the reason that the server listed, else for its colours", () => {
    expect(checked(STEP, "3@1,0^1")).toEqual({ kind: "refused", reason: "CONTROLLED" });
    expect(checked(STEP, "12@1,0^1")).toEqual({ kind: "refused", reason: "MISMATCH" });
  });

  it("solves the task by being refused", () => {
    const step: LessonStep = { ...STEP, goal: "refusal", expected: ["3@1,0^1"], reason: "CONTROLLED" };

    expect(checked(step, "3@1,0^1")).toEqual({ kind: "done", reason: "CONTROLLED" });
    expect(checked(step, "12@1,0^4")).toEqual({ kind: "elsewhere" });
  });

  it("comes back at once from a space where turning it is no help", () => {
    const refusal: LessonStep = { ...STEP, goal: "refusal", expected: ["3@1,0^1"], reason: "CONTROLLED" };

    expect(areAllRefused(STEP, ["3@1,0^1", "12@1,0^1"])).toBe(true);
    expect(areAllRefused(STEP, ["12@1,0^1", "12@1,0^4"])).toBe(false);
    expect(areAllRefused(STEP, ["3@0,1^5"])).toBe(false);
    expect(areAllRefused(refusal, ["3@1,0^1"])).toBe(true);
    expect(areAllRefused(refusal, ["12@1,0^1", "3@1,0^1"])).toBe(false);
    expect(areAllRefused(STEP, [])).toBe(false);
  });

  it("may be anything legal if the task is to lay any tile", () => {
    expect(checked({ ...STEP, goal: "lay", expected: [] }, "3@0,1^5")).toEqual({ kind: "done", reason: null });
  });
});

describe("where a tile may be tried", () => {
  const cell = { q: 1, r: 0 };

  it("is any space, in any rotation, where the player turns it", () => {
    const trial = state({ aiming: "any" });

    expect(aimCells(trial, 3)).toHaveLength(POSITION.spaces.length);
    expect(aimRotations(trial, 3, cell)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(aimRotations(trial, 3, { q: 9, r: 9 })).toEqual([]);
  });

  it("is where it fits by colour in the other lessons, and nowhere once the task is done", () => {
    expect(aimRotations(state({ aiming: "fitting" }), 3, cell)).toHaveLength(6);
    expect(canAim(state({ aiming: "none" }))).toBe(false);
    expect(canQueue(state({ aiming: "none", position: position({ to_play: 1 }) }))).toBe(false);
  });
});

describe("progress in the course", () => {
  const nothing = { done: [], at: null };

  it("starts at the beginning, where the player was, or at the lesson in the address", () => {
    const at = { lesson: "loops", step: 1 };

    expect(beginning(COURSE, nothing, "")).toEqual({ lesson: "lines", step: 0 });
    expect(beginning(COURSE, { ...nothing, at }, "")).toEqual(at);
    expect(beginning(COURSE, { ...nothing, at }, "loops")).toEqual(at);
    expect(beginning(COURSE, { ...nothing, at }, "gobble")).toEqual({ lesson: "gobble", step: 0 });
    expect(beginning(COURSE, { ...nothing, at: { lesson: "gone", step: 0 } }, "gone")).toEqual({
      lesson: "lines",
      step: 0,
    });
  });

  it("completes a lesson once all its steps are done", () => {
    const loops = COURSE.lessons[1] as CourseView["lessons"][number];
    const once = withDone(nothing, { lesson: "loops", step: 0 });
    const twice = withDone(once, { lesson: "loops", step: 1 });

    expect([isLearned(once, loops), isLearned(twice, loops)]).toEqual([false, true]);
    expect(withDone(twice, { lesson: "loops", step: 1 })).toBe(twice);
    expect(placesOf(COURSE).map(nameOf)).toEqual(["lines/0", "loops/0", "loops/1", "gobble/0"]);
  });
});

describe("the table of a Gobble lesson", () => {
  const space = { q: -1, r: -1 };

  it("turns the stock from its top, one tile at a time", () => {
    const rush = turnUp(rushOfStep(RUSH), RUSH.stock);

    expect(rush.own.turned).toBe(40);
    expect(turnUp(rush, RUSH.stock)).toBe(rush);
    expect(turnUp(done(rush, { name: "aside" }), RUSH.stock).own).toEqual({ turned: 45, pile: [10, 40] });
  });

  it("takes the penalty tile in the forced space, and a gift from the stock", () => {
    const rush = model.aim(model.selectTile(rushOfStep(RUSH), 10), space, "turn");
    const placement = model.aimed(rush);
    if (!placement) throw new Error("expected a tile over the space");

    expect(model.misfitOf(rush, placement)).toBeNull();
    expect(isGobble(rush, placement)).toBe(true);
    const laid = done(rush, { name: "lay", placement });
    expect(laid.own.pile).toEqual([]);
    expect(model.myHolding(done(laid, { name: "give", to: 1, tile: null }))?.n_stock).toBe(1);
  });
});
