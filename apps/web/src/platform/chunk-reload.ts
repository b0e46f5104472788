const sessionMark = 'vakt.chunk-reload'
const parameter = '_r'
const signs = /dynamically imported module|Importing a module script failed|error loading dynamically imported|Unable to preload CSS/i

type Place = { location: Pick<Location, 'href' | 'replace'>; sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> }

/** Pages that a reload is about to replace. */
const leaving = new WeakSet<object>()

export const isChunkError = (error: unknown): boolean => error instanceof Error && signs.test(error.message)

/**
 * Reloads the page past every cache, once. False if that has been tried: then the failure is real.
 * True, too, while the reload is under way: React renders the same failure again before the page is gone.
 */
export function reloadOnce(now: number, place: Place = globalThis): boolean {
  if (leaving.has(place)) return true
  if (place.sessionStorage.getItem(sessionMark)) return false
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

export function noteChunkLoaded(place: Pick<Place, 'sessionStorage'> = globalThis): void {
  // What loads on the page that is left proves nothing about the reload.
  if (!leaving.has(place)) place.sessionStorage.removeItem(sessionMark)
}
