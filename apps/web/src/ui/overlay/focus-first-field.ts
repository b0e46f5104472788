const wanted = '[data-autofocus]'

/** Focuses the field that wants it, now or once it arrives, as long as the focus was not taken elsewhere meanwhile; until then what stands in for it. */
export function focusFirstField(frame: HTMLElement, standIn: HTMLElement | null): () => void {
  const first = frame.querySelector<HTMLElement>(wanted) ?? standIn
  first?.focus()
  const observer = new MutationObserver(() => {
    const arrived = frame.querySelector<HTMLElement>(wanted)
    if (!arrived) return
    observer.disconnect()
    if (document.activeElement === standIn) arrived.focus()
  })
  if (first === standIn) observer.observe(frame, { childList: true, subtree: true })
  return () => observer.disconnect()
}
