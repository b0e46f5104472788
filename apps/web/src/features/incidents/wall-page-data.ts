import type { SeverityCounts } from '@vakt/contract/severity.ts'
import type { DashboardPageData, GroupRow } from './dashboard-page-data.ts'

/** What hangs on the wall: a group, or all that was matched to no entity. */
export type WallTile = Pick<GroupRow, 'counts'> & ({ name: string; entities: number } | { name: null })

/** One page of the wall, what needs a person first; pages follow each other without end. */
export function wallPage(
  data: DashboardPageData,
  unmatched: SeverityCounts,
  perPage: number,
  step: number,
): { tiles: WallTile[]; page: number; pages: number } {
  const tileOf = ({ path: [name = ''], entities, counts }: GroupRow): WallTile => ({ name, entities, counts })
  const all = [
    ...data.needAttention.map(tileOf),
    ...(data.unmatched > 0 ? [{ name: null, counts: unmatched }] : []),
    ...data.allGood.map(tileOf),
  ]
  const pages = Math.max(1, Math.ceil(all.length / perPage))
  const page = step % pages
  return { tiles: all.slice(page * perPage, (page + 1) * perPage), page: page + 1, pages }
}

const staleAfterMilliseconds = 90_000

/** Whether what hangs on the wall can be trusted: not when nothing is heard any more, nor when the last answer is old. */
export const isWallStale = (state: { isReconnecting: boolean; hasFailed: boolean; checkedAt: number }, now: number): boolean =>
  state.isReconnecting || state.hasFailed || now - state.checkedAt > staleAfterMilliseconds
