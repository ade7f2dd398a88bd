/** Work that needs the sizes of elements, done when measuring costs nothing: right after a frame was laid out. */
export function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
