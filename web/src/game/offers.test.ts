import { describe, expect, test, vi } from "vitest";
import { laid, offer, playing } from "../table/fixture";

vi.stubGlobal("HTMLElement", class {});
vi.stubGlobal("customElements", { define: () => undefined });

const { declinedSentences, newSentences, offersBar, offerSentence } = await import("./offers");

describe("sentences about offers", () => {
  test("a takeback names its placements", () => {
    const one = playing({ laid: [laid(), laid({ tile: 7, seat: 1, q: 1, r: -1 }), laid({ tile: 9, seat: 0, q: 2 })] });

    expect(offerSentence(one, offer({ kind: "takeback", ply: 1 }))).toBe(
      "Bob asks to take back 7@1,-1 and 1 tile after it.",
    );
  });

  test("one's own offer says whose answer it waits for", () => {
    expect(offerSentence(playing(), offer({ by: 0, missing: [1] }))).toBe("You offered a draw. Waiting for Bob.");
  });

  test("a new offer is announced once", () => {
    const after = playing({ offers: [offer()] });

    expect(newSentences(playing(), after)).toEqual(["Bob offers a draw."]);
    expect(newSentences(after, after)).toEqual([]);
  });

  test("one's own offer that disappears without a move was declined", () => {
    const asked = playing({ offers: [offer({ by: 0, missing: [1] })] });

    expect(declinedSentences(asked, playing())).toEqual(["The draw was declined."]);
    expect(declinedSentences(asked, playing({ version: 6 }))).toEqual([]);
    expect(declinedSentences(playing({ offers: [offer()] }), playing())).toEqual([]);
  });

  test("who has left a game reads so, with the way to the tournament and no countdown", () => {
    const listener = {} as Parameters<typeof offersBar>[1];
    const seen = (left: number) =>
      JSON.stringify(offersBar(playing({ left, pauseEndsAtMs: performance.now() + 60_000 }), listener));

    expect(seen(0)).toContain("You left the game.");
    expect(seen(0)).toContain("To the tournament");
    expect(seen(0)).not.toContain("The game ends in");
    expect(seen(1)).toContain("The game ends in");
  });
});
