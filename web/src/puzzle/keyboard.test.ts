import { describe, expect, test } from "vitest";
import type { Key } from "../tiles/keys";
import { puzzleKeyOf } from "./keyboard";

function key(name: string, held: Partial<Key> = {}): Key {
  return { key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held };
}

describe("keys of a puzzle", () => {
  test("undo and redo are the keys of the system, and letters", () => {
    expect(puzzleKeyOf(key("z", { ctrlKey: true }), false)).toEqual({ name: "undo" });
    expect(puzzleKeyOf(key("Z", { metaKey: true, shiftKey: true }), false)).toEqual({ name: "redo" });
    expect(puzzleKeyOf(key("y", { ctrlKey: true }), false)).toEqual({ name: "redo" });
    expect(puzzleKeyOf(key("u"), true)).toEqual({ name: "undo" });
    expect(puzzleKeyOf(key("U", { shiftKey: true }), true)).toEqual({ name: "redo" });
  });

  test("letters are keys only if the setting is on, space and delete always are", () => {
    for (const letter of ["u", "g", "r"]) expect(puzzleKeyOf(key(letter), false)).toBeNull();
    expect(puzzleKeyOf(key(" "), false)).toEqual({ name: "place" });
    expect(puzzleKeyOf(key("Delete"), false)).toEqual({ name: "remove" });
    expect(puzzleKeyOf(key("Backspace"), false)).toEqual({ name: "remove" });
  });

  test("tables, tiles and solutions have the keys of a game", () => {
    expect(puzzleKeyOf(key("ArrowLeft"), false)).toEqual({ name: "go", direction: "left" });
    expect(puzzleKeyOf(key("r"), true)).toEqual({ name: "rotate", step: 1 });
    expect(puzzleKeyOf(key("Home"), false)).toEqual({ name: "review", to: "first" });
  });

  test("a puzzle has no next space, and leaves the browser its own keys", () => {
    expect(puzzleKeyOf(key("n"), true)).toBeNull();
    expect(puzzleKeyOf(key("g", { ctrlKey: true }), true)).toBeNull();
    expect(puzzleKeyOf(key("Backspace", { altKey: true }), true)).toBeNull();
  });
});
