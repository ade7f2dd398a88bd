/**
 * Runs in the head, before the first paint: sets the stored settings as attributes of the root element. Imports
 * nothing.
 */
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("tantrix.settings") ?? "{}"));
} catch {
  // Without storage the page keeps its defaults.
}
