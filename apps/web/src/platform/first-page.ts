export type Page = { result: object[]; continuation_token: string | null }
export type Pages = { pages: Page[]; pageParams: unknown[] }

const idOf = (row: object, rowId: string) => String((row as Record<string, unknown>)[rowId])

/** Puts the new content of rows in the place where they stand; nothing moves. */
export function updateInPlace(old: Pages, fresh: Page, rowId: string): Pages {
  const rows = new Map(fresh.result.map((row) => [idOf(row, rowId), row]))
  const pages = old.pages.map((page) => ({ ...page, result: page.result.map((row) => rows.get(idOf(row, rowId)) ?? row) }))
  return { ...old, pages }
}

/**
 * The first page again before what was loaded behind it. Rows of the old first page behind the last one that is still there were pushed down
 * and stay; the others have left. When none is still there, what lies between is not known, and only the new page remains, as when more than a page of
 * rows has come: a screen that is left open keeps no more than was loaded.
 */
export function putFirstPage(old: Pages, fresh: Page, rowId: string): Pages {
  const [oldFirst, ...rest] = old.pages
  const alone = { pages: [fresh], pageParams: old.pageParams.slice(0, 1) }
  if (!oldFirst || rest.length === 0 || fresh.continuation_token === null) return alone
  const ids = new Set(fresh.result.map((row) => idOf(row, rowId)))
  const isFresh = (row: object) => ids.has(idOf(row, rowId))
  const lastKept = oldFirst.result.findLastIndex(isFresh)
  if (lastKept < 0) return alone
  const pushedDown = oldFirst.result.slice(lastKept + 1)
  const loaded = old.pages.reduce((sum, { result }) => sum + result.length, 0)
  if (loaded > (old.pages.length + 1) * fresh.result.length) return alone
  const others = rest.map((page) => ({ ...page, result: page.result.filter((row) => !isFresh(row)) }))
  const first = { result: [...fresh.result, ...pushedDown], continuation_token: oldFirst.continuation_token }
  return { pages: [first, ...others], pageParams: old.pageParams }
}
