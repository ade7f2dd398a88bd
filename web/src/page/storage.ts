/** Values in the browser's storage; where storage is full or forbidden, they are lost with the page. */

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
    // The storage is full or forbidden.
  }
}

/** Return the stored text; null if there is none. */
export function loadText(key: string, storage = HERE): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
