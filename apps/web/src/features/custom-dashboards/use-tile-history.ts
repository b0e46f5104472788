import type { DashboardTile } from '@vakt/contract/reports/custom-dashboards.ts'
import { useState } from 'react'

type Tiles = readonly DashboardTile[]

const maxSteps = 50

/** The tiles while they are arranged, with the changes that can be taken back, one at a time. */
export function useTileHistory(start: Tiles) {
  const [{ tiles, past }, setState] = useState<{ tiles: Tiles; past: readonly Tiles[] }>({ tiles: start, past: [] })
  return {
    tiles,
    canUndo: past.length > 0,
    change: (wanted: Tiles) => setState((before) => ({ tiles: wanted, past: [...before.past, before.tiles].slice(-maxSteps) })),
    undo: () => setState((before) => ({ tiles: before.past.at(-1) ?? before.tiles, past: before.past.slice(0, -1) })),
  }
}
