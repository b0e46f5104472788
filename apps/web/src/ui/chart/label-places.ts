/**
 * Where the labels of horizontal lines stand, as px from the top to the middle of each, in the order given: above its line, and moved as little as
 * keeps them apart and within the plot. Should all of them be higher than the plot, the lowest stand below it.
 */
export function placeLabels(lines: readonly number[], { height, labelHeight }: { height: number; labelHeight: number }): number[] {
  const half = labelHeight / 2
  const order = lines.map((_, index) => index).toSorted((one, other) => (lines[one] ?? 0) - (lines[other] ?? 0))
  const middles = new Array<number>(lines.length).fill(0)
  let free = half
  for (const index of order) {
    const middle = Math.max(free, (lines[index] ?? 0) - half)
    middles[index] = middle
    free = middle + labelHeight
  }
  let limit = height - half
  for (const index of order.toReversed()) {
    middles[index] = Math.max(Math.min(middles[index] ?? 0, limit), half)
    limit = (middles[index] ?? 0) - labelHeight
  }
  for (const [place, index] of order.entries()) {
    const above = order[place - 1]
    if (above !== undefined) middles[index] = Math.max(middles[index] ?? 0, (middles[above] ?? 0) + labelHeight)
  }
  return middles
}
