/** What a browser keeps for a page; one without storage forgets it with the page. */

type Where = () => Storage;

const HERE: Where = () => localStorage;

export function saveJson(key: string, value: unknown, storage = HERE): void {
  saveText(key, JSON.stringify(value), storage);
}

export function loadJson<T>(key: string, otherwise: T, storage = HERE): T {
  try {
    return (JSON.parse(loadText(key, storage) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function saveText(key: string, text: string, storage = HERE): void {
  try {
    storage().setItem(key, text);
  } catch {
    // Full, or forbidden.
  }
}

/** Return the text that was kept; null if there is none. */
export function loadText(key: string, storage = HERE): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
