import { expect, test } from "vitest";
import { askedPly } from "../src/replay";
import { latencyMs, socketAddress, waitMs } from "../src/socket";
import { steppedPly } from "../src/steps";

test("a page by TLS speaks TLS on the socket", () => {
  expect(socketAddress({ protocol: "https:", host: "a:1" }, "g1")).toBe("wss://a:1/games/g1/socket");
  expect(socketAddress({ protocol: "http:", host: "a:1" }, "g1")).toBe("ws://a:1/games/g1/socket");
});

test("waits grow, are spread by chance, and have a bound", () => {
  expect(waitMs(0, 0)).toBe(400);
  expect(waitMs(1, 0.5)).toBe(1200);
  expect(waitMs(60, 1)).toBe(15000);
});

test("the way of a message is half of the quickest way there and back", () => {
  expect(latencyMs([])).toBe(0);
  expect(latencyMs([80, 40, 900])).toBe(20);
});

test("steps stay within the game", () => {
  expect(steppedPly("previous", 0, 9)).toBe(0);
  expect(steppedPly("next", 9, 9)).toBe(9);
  expect(steppedPly("last", 2, 9)).toBe(9);
});

test.each([
  ["?ply=3", 3],
  ["?ply=0", 0],
  ["?ply=10", null],
  ["?ply=-1", null],
  ["?ply=x", null],
  ["", null],
])("the address %j asks for ply %j of 9", (search, ply) => {
  expect(askedPly(search, 9)).toBe(ply);
});
