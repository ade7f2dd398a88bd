/**
 * Data from the server, with the names in it in the page's language.
 *
 * Names that the server made up, for guests and robots, come in English. `parse` translates them by the table in
 * `#names`; names that people chose stay as they are.
 */

interface NameTable {
  people: Record<string, string>;
  robots: Record<string, { label: string; given: readonly string[] }>;
}

interface NamedSeat {
  name: string;
  account: string | null;
  robot?: string | null;
}

const NUMBERED = /^(.*\D) (\d{1,2})$/;

/** Parse JSON from the server and translate the names in it. */
export function parse<T>(text: string, shown = namesOfPage()): T {
  return JSON.parse(text, (key: string, value: unknown) => {
    if (isNamed(value)) return { ...value, name: shownName(value, shown) };
    return key === "names" && Array.isArray(value) ? value.map((name) => listedName(name, shown)) : value;
  }) as T;
}

/** Fetch JSON that a page can do without; null if the request fails. */
export async function fetchData<T>(address: string): Promise<T | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? parse<T>(await answer.text()) : null;
}

/** Parse the JSON that the page carries in an element. */
export function parseElement<T>(id: string): T {
  return parse<T>(document.getElementById(id)?.textContent ?? "null");
}

/** Return the name to show for a seat. */
export function shownName({ name, account, robot }: NamedSeat, { people, robots }: NameTable): string {
  if (account) return name;
  return robot ? robotLabel(name, robots[robot]) : Object.hasOwn(people, name) ? (people[name] as string) : name;
}

/** Return the name to show for somebody without an account. */
export function guestName(name: string): string {
  return shownName({ name, account: null }, namesOfPage());
}

/** Translate a name from a list, which says nothing but the name. */
function listedName(name: unknown, { people, robots }: NameTable): unknown {
  if (typeof name !== "string") return name;
  if (Object.hasOwn(people, name)) return people[name];
  const robot = Object.values(robots).find(({ given }) => given.includes(split(name)[0]));
  return robotLabel(name, robot);
}

function robotLabel(name: string, robot: NameTable["robots"][string] | undefined): string {
  const [plain, number] = split(name);
  return robot?.given.includes(plain) ? robot.label + number : name;
}

/** Split a robot's name into the name and the number after it. */
function split(name: string): [string, string] {
  const found = NUMBERED.exec(name);
  return found ? [found[1] as string, ` ${found[2]}`] : [name, ""];
}

function isNamed(value: unknown): value is NamedSeat {
  const isObject = typeof value === "object" && value !== null;
  return isObject && "account" in value && "name" in value && typeof value.name === "string";
}

let read: NameTable | null = null;

function namesOfPage(): NameTable {
  const text = typeof document === "undefined" ? null : document.getElementById("names")?.textContent;
  read ??= text ? (JSON.parse(text) as NameTable) : { people: {}, robots: {} };
  return read;
}
