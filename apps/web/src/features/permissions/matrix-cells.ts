import { areas, keyOf } from '#web/shared/access/feature-areas.ts'

type Cell = { row: number; column: number }

/** The columns of boxes, in order: reading and writing of each area, where it has both. */
export const columns = areas.flatMap((area) =>
  (['read', 'write'] as const).flatMap((level) => {
    const feature = keyOf(area, level)
    return feature ? [{ area, level, feature }] : []
  }),
)

/** The box that a key leads to; null where the key is none of the table's, or the box is the last one that way. */
export function cellAfterKey(key: string, { row, column }: Cell, rowCount: number): Cell | null {
  const moves: Record<string, Cell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    Home: { row, column: 0 },
    End: { row, column: columns.length - 1 },
  }
  const next = moves[key]
  const isInside = next && next.row >= 0 && next.row < rowCount && next.column >= 0 && next.column < columns.length
  return isInside ? next : null
}
