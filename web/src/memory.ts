/** What a browser keeps for a page; one without storage forgets it with the page. */

export function keep(key: string, value: unknown, storage: () => Storage = () => localStorage): void {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // Full, or forbidden.
  }
}

export function kept<T>(key: string, otherwise: T, storage: () => Storage = () => localStorage): T {
  try {
    return (JSON.parse(storage().getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}
