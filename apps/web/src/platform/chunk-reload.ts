const sessionMark = 'vakt.chunk-reload'
const parameter = '_r'
const signs = /dynamically imported module|Importing a module script failed|error loading dynamically imported|Unable to preload CSS/i

/** What is still missing after a reload that is no older is not there: reloading once more would not bring it. */
const restMilliseconds = 5 * 60_000

type Place = { location: Pick<Location, 'href' | 'replace'>; sessionStorage: Pick<Storage, 'getItem' | 'setItem'> }

/** Pages that a reload is about to replace. */
const leaving = new WeakSet<object>()

export const isChunkError = (error: unknown): boolean => error instanceof Error && signs.test(error.message)

/**
 * Reloads the page past every cache, once in five minutes. False if that has just been tried: then the failure is real. What loads meanwhile says
 * nothing of it: a screen may be there while a part of it is not.
 * True, too, while the reload is under way: React renders the same failure again before the page is gone.
 */
export function reloadOnce(now: number, place: Place = globalThis): boolean {
  if (leaving.has(place)) return true
  const last = place.sessionStorage.getItem(sessionMark)
  if (last !== null && Math.abs(now - Number.parseInt(last, 36)) < restMilliseconds) return false
  const mark = now.toString(36)
  place.sessionStorage.setItem(sessionMark, mark)
  leaving.add(place)
  const url = new URL(place.location.href)
  url.searchParams.set(parameter, mark)
  // The router still writes its own history entry, which would cancel a navigation that starts now.
  setTimeout(() => place.location.replace(url))
  return true
}

/** The address without the marker of a reload; to be called before anything reads the address. */
export function withoutReloadMark(href: string): string {
  const url = new URL(href)
  url.searchParams.delete(parameter)
  return url.href
}
