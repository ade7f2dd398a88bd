/** What a browser keeps for a page; one without storage forgets it with the page. */

type Where = () => Storage;

const HERE: Where = () => localStorage;

export function keep(key: string, value: unknown, storage = HERE): void {
  keepText(key, JSON.stringify(value), storage);
}

export function kept<T>(key: string, otherwise: T, storage = HERE): T {
  try {
    return (JSON.parse(keptText(key, storage) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keepText(key: string, text: string, storage = HERE): void {
  try {
    storage().setItem(key, text);
  } catch {
    // Full, or forbidden.
  }
}

/** Return the text that was kept; null if there is none. */
export function keptText(key: string, storage = HERE): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
