/**
 * Acts with the frame after the next one, so that nothing of it is waited for with the next; calls that off by what it returns. A tab that
 * nobody sees paints nothing and is not waited for.
 */
export function afterPaint(act: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act)
  })
  return () => cancelAnimationFrame(frame)
}
