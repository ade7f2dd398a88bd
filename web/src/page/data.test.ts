import { expect, test } from "vitest";
import { parse } from "./data";

const SHOWN = {
  people: { Guest: "Gość", "Player 2": "Gracz 2" },
  robots: {
    greedy: { label: "Łakomy", given: ["Greedy", "Жадный", "Łakomy"] },
    calm: { label: "Spokojny", given: ["Calm", "Spokojny"] },
  },
};

function nameOf(seat: object): string {
  return parse<{ seats: { name: string }[] }>(JSON.stringify({ seats: [seat] }), SHOWN).seats[0]?.name ?? "";
}

test("names made up by the server are shown in the page's language", () => {
  expect(nameOf({ name: "Guest", robot: null, account: null })).toBe("Gość");
  expect(nameOf({ name: "Player 2", robot: null, account: null })).toBe("Gracz 2");
  expect(nameOf({ name: "Guest", account: null, text: "said" })).toBe("Gość");
});

test("robots keep their numbers in every language", () => {
  expect(nameOf({ name: "Greedy", robot: "greedy", account: null })).toBe("Łakomy");
  expect(nameOf({ name: "Жадный 2", robot: "greedy", account: null })).toBe("Łakomy 2");
  expect(nameOf({ name: "Calm 3", robot: "calm", account: null })).toBe("Spokojny 3");
});

test("names that people chose never change", () => {
  for (const name of ["Ann", "Greedy", "Player 22", "constructor", ""])
    expect(nameOf({ name, robot: null, account: null })).toBe(name);
  expect(nameOf({ name: "Guest", robot: null, account: "Guest" })).toBe("Guest");
  expect(nameOf({ name: "Bob", robot: "greedy", account: null })).toBe("Bob");
});

test("lists of names are translated too, and nothing else is", () => {
  const row = { names: ["Ann", "Player 2", "Calm", "Calm 2"], name: "Guest", n: 1 };
  expect(parse(JSON.stringify(row), SHOWN)).toEqual({ ...row, names: ["Ann", "Gracz 2", "Spokojny", "Spokojny 2"] });
});
