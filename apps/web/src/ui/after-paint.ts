/** Acts once the next frame is painted, and calls that off by what it returns. A tab that nobody sees paints nothing and is not waited for. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(act)
  }
  const frame = document.hidden ? void soon() : requestAnimationFrame(soon)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
