type WallPage<Tile> = { tiles: Tile[]; columns: number; page: number; pages: number }

/** One page of the wall, all of them about as full; pages follow each other without end. Its tiles stand in as few rows as they can. */
export function wallPage<Tile>(all: readonly Tile[], room: { columns: number; rows: number }, step: number): WallPage<Tile> {
  const pages = Math.max(1, Math.ceil(all.length / (room.columns * room.rows)))
  const perPage = Math.ceil(all.length / pages)
  const page = step % pages
  const tiles = all.slice(page * perPage, (page + 1) * perPage)
  const rows = Math.max(1, Math.ceil(tiles.length / room.columns))
  return { tiles, columns: Math.max(1, Math.ceil(tiles.length / rows)), page: page + 1, pages }
}

const staleAfterMilliseconds = 90_000

/** Whether what hangs on the wall can be trusted: not when nothing is heard any more, nor when the last answer is old. */
export const isWallStale = (state: { isReconnecting: boolean; hasFailed: boolean; checkedAt: number }, now: number): boolean =>
  state.isReconnecting || state.hasFailed || now - state.checkedAt > staleAfterMilliseconds
