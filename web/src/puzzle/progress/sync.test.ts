import { describe, expect, test, vi } from "vitest";
import type { PuzzleProgress } from "../../generated/protocol";
import { fromWire, keyOf, toWire } from "./codec";
import { type Help, isSame, merged, NO_PROGRESS, type Progress, readProgress } from "./merge";
import { ProgressStore } from "./store";
import { MAX_AT_ONCE, ProgressSync, type ReportResult, type Send, sendReport } from "./sync";

const KEY = "discovery-3";
const CUSTOM = "custom?goal=1-5%2A2+loop%3AR";

/** Reproducible random numbers: a linear congruential generator. */
function chance(seed: number): <T>(values: readonly T[]) => T {
  let state = seed;
  return (values) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return values[Math.floor((state / 2 ** 31) * values.length)] as (typeof values)[number];
  };
}

function someProgress(pick: ReturnType<typeof chance>): Progress {
  const helps: (Help | null)[] = [null, "tile", "solution"];
  const days = [null, "2026-11-20", "2026-11-21"];
  return {
    laid: pick(["", "1@0,0^0", "2@0,0^1"]),
    ms: pick([0, 1000, 2000]),
    help: pick(helps),
    leftMs: pick([0, 1, 2]),
    bestMs: pick([null, 1000, 2000]),
    solvedOn: pick(days),
    helpedBy: pick(helps),
    helpedOn: pick(days),
    best: pick([null, 0, 7]),
  };
}

const SOME = Array.from({ length: 60 }, (_, seed) => someProgress(chance(seed + 1)));

describe("merging", () => {
  test("is commutative, associative and idempotent, with no progress as neutral element", () => {
    for (const [n, a] of SOME.entries()) {
      expect(isSame(merged(a, a), a)).toBe(true);
      expect(merged(a, { ...NO_PROGRESS, laid: "" })).toEqual(a);
      const b = SOME[(n * 7 + 3) % SOME.length] as Progress;
      const c = SOME[(n * 11 + 5) % SOME.length] as Progress;
      expect(merged(a, b)).toEqual(merged(b, a));
      expect(merged(merged(a, b), c)).toEqual(merged(a, merged(b, c)));
    }
  });

  test("stored progress is read, with defaults for what is missing", () => {
    const kept = { laid: "1@0,0^0", ms: 5000, help: "tile", bestMs: 4000 };

    expect(readProgress(kept)).toEqual({ ...NO_PROGRESS, ...kept });
    expect(readProgress(undefined)).toEqual(NO_PROGRESS);
  });

  test("progress survives the way to the server and back", () => {
    for (const progress of SOME) expect(fromWire(toWire(KEY, progress))).toEqual(progress);
    expect(keyOf(toWire(CUSTOM, NO_PROGRESS))).toBe(CUSTOM);
    expect(toWire(KEY, { ...NO_PROGRESS, ms: 1.5, bestMs: -3, leftMs: 1e300 })).toMatchObject({
      ms: 2,
      best_ms: 0,
      left_ms: Number.MAX_SAFE_INTEGER,
    });
  });
});

/** The storage of a browser. */
function storage(): () => Storage {
  const items = new Map<string, string>();
  const here = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  };
  return () => here as Storage;
}

function forbidden(): () => Storage {
  return () => {
    throw new Error("forbidden");
  };
}

const SOLVED: Progress = { ...NO_PROGRESS, laid: "1@0,0^0", ms: 4000, bestMs: 4000, solvedOn: "2026-11-21" };
/** The same progress, left at any time. */
const { leftMs: _, ...SOLVED_ANY } = SOLVED;

describe("a browser", () => {
  test("stores what a guest does", () => {
    const here = storage();
    new ProgressStore(null, [], here).save(KEY, SOLVED, 7);

    expect(new ProgressStore(null, [], here).all()).toEqual({ [KEY]: { ...SOLVED, leftMs: 7 } });
    expect(new ProgressStore(null, [], here).waiting()).toEqual({});
  });

  test("gives it to the account that signs in, once, and still has it after that signs out", () => {
    const here = storage();
    new ProgressStore(null, [], here).save(KEY, SOLVED, 7);

    const anna = new ProgressStore("Anna", [], here);
    expect(anna.waiting()).toEqual({ [KEY]: { ...SOLVED, leftMs: 7 } });
    anna.acknowledge(anna.waiting(), [toWire(KEY, { ...SOLVED, leftMs: 7 })]);

    expect(new ProgressStore("Anna", [], here).waiting()).toEqual({});
    expect(new ProgressStore(null, [], here).all()).toMatchObject({ [KEY]: SOLVED_ANY });
  });

  test("gives what one account got to no other", () => {
    const here = storage();
    new ProgressStore(null, [], here).save(KEY, SOLVED, 7);
    new ProgressStore("Anna", [], here);
    new ProgressStore(null, [], here).save(KEY, { ...SOLVED, bestMs: 3000 }, 8);
    new ProgressStore(null, [], here).save("junior", SOLVED, 9);

    expect(Object.keys(new ProgressStore("Bob", [], here).waiting())).toEqual(["junior"]);
    expect(new ProgressStore("Anna", [], here).waiting()).toMatchObject({ [KEY]: { bestMs: 3000 } });
  });

  test("has nothing of what an account did here after it signs out", () => {
    const here = storage();
    const anna = new ProgressStore("Anna", [], here);
    anna.save(KEY, SOLVED, 7);

    expect(anna.all()).toMatchObject({ [KEY]: SOLVED_ANY });
    expect(new ProgressStore(null, [], here).all()).toEqual({});
    expect(new ProgressStore("Anna", [], here).waiting()).toMatchObject({ [KEY]: SOLVED_ANY });
  });

  test("shows the best of what the server sent and what waits", () => {
    const here = storage();
    new ProgressStore("Anna", [], here).save(KEY, SOLVED, 7);
    const received = toWire(KEY, { ...NO_PROGRESS, laid: "2@0,0^1", leftMs: 9, bestMs: 9000, helpedBy: "tile" });

    const progress = new ProgressStore("Anna", [received], here).load(KEY);

    expect(progress).toMatchObject({ laid: "2@0,0^1", bestMs: 4000, helpedBy: "tile", solvedOn: "2026-11-21" });
  });

  test("a table that was only looked at keeps its time", () => {
    const received = [toWire(KEY, { ...NO_PROGRESS, laid: "2@0,0^1", leftMs: 9 })];
    const store = new ProgressStore("Anna", received, storage());
    const shown = store.load(KEY);

    store.save(KEY, shown, 100);
    expect(store.waiting()).toEqual({});
    store.save(KEY, { ...shown, ms: 5000 }, 200);
    expect(store.waiting()[KEY]).toMatchObject({ leftMs: 9, ms: 5000 });
    store.save(KEY, { ...shown, laid: "" }, 300);
    expect(store.waiting()[KEY]).toMatchObject({ leftMs: 300, laid: "" });
  });

  test("shows what was laid in another browser since, once, and not what was laid here", () => {
    const store = new ProgressStore("Anna", [], storage());
    store.load(KEY);
    store.save(KEY, SOLVED, 7);
    expect(store.newer(KEY)).toBeNull();

    store.acknowledge(store.waiting(), [toWire(KEY, { ...SOLVED, laid: "2@0,0^1", leftMs: 9 })]);

    expect(store.newer(KEY)).toMatchObject({ laid: "2@0,0^1", leftMs: 9 });
    expect(store.newer(KEY)).toBeNull();
    expect(store.newer("junior")).toBeNull();
  });

  test("keeps a new table although its clock is slow, and does not restore the one before", () => {
    const earlier = toWire(KEY, { ...SOLVED, laid: "2@0,0^1", leftMs: 1000 });
    const store = new ProgressStore("Anna", [earlier], storage());
    store.load(KEY);

    store.save(KEY, { ...SOLVED, laid: "" }, 7);
    expect(store.all()[KEY]).toMatchObject({ laid: "", leftMs: 1001 });
    store.acknowledge({}, [earlier]);

    expect(store.newer(KEY)).toBeNull();
    expect(store.waiting()[KEY]).toMatchObject({ laid: "" });
    store.save(KEY, SOLVED, 8);
    expect(store.all()[KEY]).toMatchObject({ ...SOLVED, leftMs: 1002 });
  });

  test("also for a guest whose clock was set back", () => {
    const here = storage();
    new ProgressStore(null, [], here).save(KEY, SOLVED, 1000);
    new ProgressStore(null, [], here).save(KEY, { ...SOLVED, laid: "" }, 7);

    expect(new ProgressStore(null, [], here).load(KEY)).toMatchObject({ laid: "", leftMs: 1001 });
  });

  test("without storage keeps progress as long as the page is open", () => {
    const store = new ProgressStore("Anna", [], forbidden());
    store.save(KEY, SOLVED, 7);

    expect(store.all()).toMatchObject({ [KEY]: SOLVED_ANY });
    expect(Object.keys(store.waiting())).toEqual([KEY]);
  });
});

/** A server that gives some answers, then accepts everything. */
function server(...answers: Exclude<ReportResult, object>[]) {
  const sent: PuzzleProgress[][] = [];
  const send: Send = async (puzzles) => {
    sent.push([...puzzles]);
    return answers.shift() ?? { puzzles: [...puzzles], n_puzzles: puzzles.length };
  };
  return { sent, send };
}

function storeOf(n: number): ProgressStore {
  const store = new ProgressStore("Anna", [], storage());
  for (let i = 0; i < n; i++) store.save(`solitaire-red-line-${i}`, SOLVED, 7);
  return store;
}

describe("sending", () => {
  test("continues until nothing waits, with as much at once as a report may hold", async () => {
    const [store, { sent, send }] = [storeOf(60), server()];

    await new ProgressSync(store, send).push();

    expect(sent.map((one) => one.length)).toEqual([MAX_AT_ONCE, MAX_AT_ONCE, 10]);
    expect(store.waiting()).toEqual({});
  });

  test("is retried when the server was down, and nothing is lost", async () => {
    vi.useFakeTimers();
    const [store, { sent, send }] = [storeOf(1), server("later")];

    await new ProgressSync(store, send).push();
    expect(Object.keys(store.waiting())).toHaveLength(1);
    await vi.runAllTimersAsync();

    expect(sent).toHaveLength(2);
    expect(store.waiting()).toEqual({});
    vi.useRealTimers();
  });

  test("asks for the puzzles on the page, and notifies of the answer", async () => {
    const store = new ProgressStore("Anna", [], storage());
    const [{ sent, send }, received] = [server(), vi.fn()];
    const sync = new ProgressSync(store, send, received);

    await sync.ask();
    store.load(KEY);
    await sync.ask();

    expect(sent.flat().map(({ puzzle }) => puzzle)).toEqual([KEY]);
    expect(received).toHaveBeenCalledOnce();
  });

  test("ends when nobody is signed in any more, and what waits keeps waiting", async () => {
    vi.useFakeTimers();
    const [store, { sent, send }] = [storeOf(1), server("signed-out")];
    const sync = new ProgressSync(store, send);

    await sync.push();
    sync.soon();
    await vi.runAllTimersAsync();

    expect(sent).toHaveLength(1);
    expect(Object.keys(store.waiting())).toHaveLength(1);
    vi.useRealTimers();
  });

  test("names the account that the page was made for, and keeps what waits for it when another is signed in", async () => {
    const fetched = vi.fn(async (_address: string, _sent: RequestInit) => new Response("{}", { status: 403 }));
    vi.stubGlobal("fetch", fetched);
    const here = storage();
    const store = new ProgressStore("Anna", [], here);
    store.save(KEY, SOLVED, 7);
    const sync = new ProgressSync(store, (puzzles, isLast) => sendReport(store.account, puzzles, isLast));

    await sync.push();
    await sync.push(true);

    expect(fetched).toHaveBeenCalledOnce();
    expect(JSON.parse(fetched.mock.calls[0]?.[1].body as string)).toMatchObject({
      account: "Anna",
      puzzles: [{ puzzle: KEY }],
    });
    expect(new ProgressStore("Bob", [], here).all()).toEqual({});
    expect(new ProgressStore("Anna", [], here).waiting()).toMatchObject({ [KEY]: SOLVED_ANY });
    vi.unstubAllGlobals();
  });

  test("finds the entry that is refused and sends all others", async () => {
    const store = storeOf(9);
    const sent: string[] = [];
    const send: Send = async (puzzles) => {
      if (puzzles.some(({ puzzle }) => puzzle.endsWith("-4"))) return "refused";
      sent.push(...puzzles.map(({ puzzle }) => puzzle));
      return { puzzles: [...puzzles], n_puzzles: puzzles.length };
    };

    await new ProgressSync(store, send).push();

    expect(sent).toHaveLength(8);
    expect(store.waiting()).toEqual({});
  });

  test("changes made during a request are sent afterwards", async () => {
    vi.useFakeTimers();
    const store = storeOf(1);
    const [key] = Object.keys(store.waiting()) as [string];
    const { sent, send } = server();
    const changing: Send = (puzzles, isLast) => {
      if (sent.length === 0) store.save(key, { ...SOLVED, laid: "" }, 900);
      return send(puzzles, isLast);
    };

    await new ProgressSync(store, changing).push();
    expect(store.waiting()[key]).toMatchObject({ laid: "", leftMs: 900 });
    await vi.runAllTimersAsync();

    expect(sent.at(-1)).toMatchObject([{ laid: "", left_ms: 900 }]);
    expect(store.waiting()).toEqual({});
    vi.useRealTimers();
  });
});
