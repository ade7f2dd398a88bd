/** Work that needs the sizes of elements, done when measuring costs nothing: right after a frame was laid out. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

const HIDDEN_MS = 100;

/** Resolve after the next frame, or after a while if the page is hidden and has no frames. */
export function nextFrame(): Promise<void> {
  return new Promise((go) => {
    afterFrame(go);
    setTimeout(go, HIDDEN_MS);
  });
}
