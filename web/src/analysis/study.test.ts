import { describe, expect, test } from "vitest";
import type { BoardView, StudyView } from "../generated/protocol";
import { laid, position, welcome } from "../table/fixture";
import { extend, line, nodeAt, type Study, siblings, stepped, studyOf, visit } from "./study";

function view(n: number): StudyView {
  const tiles = Array.from({ length: n }, (_, at) => laid({ tile: at + 1, q: at }));
  return { game: welcome().game, texts: Array.from({ length: n + 1 }, (_, at) => `p${at}`), laid: tiles, n_before: 0 };
}

function board(text: string): BoardView {
  return { text, laid: [laid({ tile: 50 })], position: position() };
}

function tried(study: Study, ...texts: string[]): Study {
  return texts.reduce((before, text) => extend(before, board(text)), study);
}

describe("the line of the analysis board", () => {
  test("starts at the given ply, or the nearest there is", () => {
    expect(nodeAt(studyOf(view(5), 3)).text).toBe("p3");
    expect(nodeAt(studyOf(view(5), 9)).text).toBe("p5");
    expect(nodeAt(studyOf({ ...view(5), n_before: 1 }, 0)).text).toBe("p0");
  });

  test("goes back and forward along what was played", () => {
    const study = studyOf(view(5), 3);

    expect(nodeAt(visit(study, stepped(study, "previous"))).text).toBe("p2");
    expect(nodeAt(visit(study, stepped(study, "next"))).text).toBe("p4");
    expect(nodeAt(visit(study, stepped(study, "last"))).text).toBe("p5");
    expect(stepped(studyOf(view(5), 0), "previous")).toBe(0);
  });

  test("keeps the game when a variation is tried, and goes back to it", () => {
    const other = tried(studyOf(view(5), 2), "a", "b");

    expect(line(other).map((at) => nodeAt(other, at).text)).toEqual(["p0", "p1", "p2", "a", "b"]);
    expect(nodeAt(other).laid.map(({ tile }) => tile)).toEqual([1, 2, 50, 50]);
    const back = visit(other, stepped(visit(other, stepped(other, "previous")), "previous"));
    expect(nodeAt(back).text).toBe("p2");
    expect(nodeAt(visit(back, stepped(back, "next"))).text).toBe("a");
    expect(siblings(other, line(other)[3] ?? 0).map((at) => nodeAt(other, at).text)).toEqual(["p3", "a"]);
  });

  test("goes forward through the variation visited last", () => {
    const other = tried(studyOf(view(5), 2), "a", "b");
    const game = visit(other, 3);

    expect(line(game).map((at) => nodeAt(game, at).text)).toEqual(["p0", "p1", "p2", "p3", "p4", "p5"]);
  });

  test("does not add a known position again", () => {
    const study = studyOf(view(5), 2);

    expect(extend(study, board("p3")).nodes).toHaveLength(6);
    expect(extend(study, board("p3")).at).toBe(3);
  });
});
