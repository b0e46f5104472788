/** The rows with the one at `from` at `to` instead. */
export function withMoved<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (row === undefined || from === to || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** Where a row belongs that is dragged to the height `y`: behind every other whose middle lies above it. */
export const placeAt = (others: readonly { top: number; height: number }[], y: number): number =>
  others.filter(({ top, height }) => top + height / 2 < y).length
