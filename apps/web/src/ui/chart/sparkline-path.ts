/** Lines through the points of a sparkline in a box of 100 by 100; null breaks the line, a point alone is a short line. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null && Number.isFinite(value))
  const high = known.reduce((a: number, b) => Math.max(a, b ?? a), Number.NEGATIVE_INFINITY)
  const low = known.reduce((a: number, b) => Math.min(a, b ?? a), Math.min(0, high))
  const pace = values.length > 1 ? 100 / (values.length - 1) : 0
  const round = (value: number) => Math.round(value * 100) / 100
  const y = (value: number) => round(high > low ? ((high - value) / (high - low)) * 100 : 100)
  const isPoint = (index: number) => typeof values[index] === 'number' && Number.isFinite(values[index])
  return values
    .flatMap((value, index) => {
      if (!isPoint(index)) return []
      const place = `${round(index * pace)} ${y(value ?? 0)}`
      if (isPoint(index - 1)) return `L${place}`
      return isPoint(index + 1) ? `M${place}` : `M${place}h0.01`
    })
    .join('')
}
