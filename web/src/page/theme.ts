/**
 * Runs in the head, before the first paint: sets the stored settings as attributes of the root element. Imports
 * nothing.
 */
try {
  const { entries } = JSON.parse(localStorage.getItem("tantrix.preferences") ?? "{}");
  for (const [name, { value }] of Object.entries(entries ?? {}) as [string, { value: string }][])
    if (name.startsWith("setting/")) document.documentElement.dataset[name.slice(8)] = value;
} catch {
  // Without storage the page keeps its defaults.
}
