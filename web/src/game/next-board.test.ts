import { expect, test } from "vitest";
import type { TournamentBoard } from "../generated/protocol";
import { waitingBoards } from "./next-board";

const board = (url: string, isMyTurn: boolean): TournamentBoard => ({
  url,
  first: "Host",
  second: "Guest",
  n_tiles: 4,
  is_mine: true,
  is_my_turn: isMyTurn,
});

test("the host goes on to the next board that waits, round the table", () => {
  const boards = [board("/games/a", true), board("/games/b", true), board("/games/c", false), board("/games/d", true)];

  expect(waitingBoards(boards, "/games/b").map((each) => each.url)).toEqual(["/games/d", "/games/a"]);
});

test("from a game that is over the round begins at the first board", () => {
  const boards = [board("/games/a", false), board("/games/b", true)];

  expect(waitingBoards(boards, "/games/x").map((each) => each.url)).toEqual(["/games/b"]);
});
