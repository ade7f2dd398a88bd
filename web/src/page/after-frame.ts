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

interface Scheduler {
  postTask(work: () => void, options: { priority: "user-blocking" }): Promise<void>;
}

/** Resolve in a new task, soon: between short tasks the browser can answer and draw. */
export function ownTask(): Promise<void> {
  const { scheduler } = window as { scheduler?: Scheduler };
  const nothing = () => undefined;
  return scheduler?.postTask(nothing, { priority: "user-blocking" }) ?? new Promise((go) => setTimeout(go));
}
