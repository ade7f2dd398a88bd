import { beforeEach, expect, test, vi } from "vitest";
import type { Preference, PreferenceReport } from "../../generated/protocol";
import { giveTo, loadPreference, preferencesUnder, receive, savePreference, unsent } from "./store";
import { type PreferenceAnswer, PreferenceSync } from "./sync";

beforeEach(() => begin());

/** Begin with an empty browser. */
function begin(): void {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
}

const of = (name: string, value: string, at_ms: number): Preference => ({ name, value, at_ms });

test("values are found by name and by the beginning of a name", () => {
  savePreference("lesson/loops/0", "done");
  savePreference("lesson/loops/1", "done");
  savePreference("tip/grey", "read");

  expect(loadPreference("tip/grey")).toBe("read");
  expect(loadPreference("tip/draw")).toBeNull();
  expect(Object.keys(preferencesUnder("lesson/"))).toEqual(["loops/0", "loops/1"]);
});

test("a changed value is later than the one it replaces, even by a slow clock", () => {
  savePreference("setting/theme", "dark", 1000);
  savePreference("setting/theme", "light", 10);
  savePreference("setting/theme", "light", 5000);

  expect(unsent()).toEqual([of("setting/theme", "light", 1001)]);
});

test("what a guest has chosen goes to the account that signs in first, and to no other", () => {
  savePreference("setting/theme", "dark", 7);
  giveTo("Ann");
  const given = unsent();
  receive(given, given, 8);
  giveTo("Bea");

  expect(given).toEqual([of("setting/theme", "dark", 7)]);
  expect([unsent(), loadPreference("setting/theme")]).toEqual([[], null]);
});

test("the later of two values counts, wherever it was chosen", () => {
  savePreference("setting/theme", "dark", 7);
  savePreference("setting/tiles", "light", 7);
  giveTo("Ann");

  const isChanged = receive(unsent(), [of("setting/theme", "light", 9), of("setting/tiles", "light", 7)], 10);

  expect(isChanged).toBe(true);
  expect(preferencesUnder("setting/")).toEqual({ theme: "light", tiles: "light" });
  expect(unsent()).toEqual([]);
});

test("what changes while an exchange is under way is sent by the next one", () => {
  giveTo("Ann");
  savePreference("setting/theme", "dark", 7);
  const sent = unsent();
  savePreference("setting/theme", "light", 8);

  expect(receive(sent, sent, 9)).toBe(false);

  expect(loadPreference("setting/theme")).toBe("light");
  expect(unsent()).toEqual([of("setting/theme", "light", 8)]);
});

test("a page exchanges if something waits or a minute has passed, and tells only of changes", async () => {
  const reports: PreferenceReport[] = [];
  const updates: string[] = [];
  const stored = [of("tip/grey", "read", 3)];
  const sync = new PreferenceSync(
    "Ann",
    async (report) => {
      reports.push(report);
      return { preferences: [...stored, ...report.preferences] };
    },
    () => updates.push("update"),
  );

  await sync.refresh(100_000);
  await sync.refresh(100_001);
  savePreference("tip/draw", "read", 100_002);
  await sync.refresh(100_003);
  await sync.refresh(200_000);

  expect(reports.map(({ preferences }) => preferences.map(({ name }) => name))).toEqual([[], ["tip/draw"], []]);
  expect(updates).toEqual(["update"]);
});

test.each<[PreferenceAnswer, number]>([
  [null, 1],
  ["refused", 0],
])("after the answer %s, %i of one change waits", async (answer, nWaiting) => {
  savePreference("tip/draw", "read");
  const sync = new PreferenceSync(
    "Ann",
    async () => answer,
    () => {},
  );

  await sync.refresh(1);

  expect(unsent()).toHaveLength(nWaiting);
  expect(loadPreference("tip/draw")).toBe("read");
});
