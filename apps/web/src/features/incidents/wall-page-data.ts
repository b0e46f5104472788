/** One page of the wall; pages follow each other without end. */
export function wallPage<Tile>(all: readonly Tile[], perPage: number, step: number): { tiles: Tile[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(all.length / perPage))
  const page = step % pages
  return { tiles: all.slice(page * perPage, (page + 1) * perPage), page: page + 1, pages }
}

const staleAfterMilliseconds = 90_000

/** Whether what hangs on the wall can be trusted: not when nothing is heard any more, nor when the last answer is old. */
export const isWallStale = (state: { isReconnecting: boolean; hasFailed: boolean; checkedAt: number }, now: number): boolean =>
  state.isReconnecting || state.hasFailed || now - state.checkedAt > staleAfterMilliseconds
