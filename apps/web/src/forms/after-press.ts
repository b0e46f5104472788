/** Runs at once, or where the pointer is pressed, after its click: what appeared meanwhile would move what is pressed, and the click would be lost. */
export function afterPress(run: () => void): void {
  if (globalThis.document?.querySelector(':active')) addEventListener('mouseup', () => setTimeout(run), { once: true })
  else run()
}
