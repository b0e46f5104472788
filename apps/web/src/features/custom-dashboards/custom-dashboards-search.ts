import { flag, uuid } from '#web/platform/list-search.ts'

export type CustomDashboardsSearch = { board?: string; wall?: true }

/** Which dashboard is shown, and whether it fills the screen. */
export function customDashboardsSearch(address: Record<string, unknown>): CustomDashboardsSearch {
  const [board, wall] = [uuid(address.board), flag(address.wall)]
  return { ...(board ? { board } : {}), ...(wall ? { wall } : {}) }
}
