const begun = new Set<string>()
const listeners = new Set<() => void>()

/** The browser saves it from here on; whether it ends in the middle, the server says. */
export function noteDownload(id: string): void {
  begun.add(id)
}

/** Heard by all tabs of the user; only the one that began the download says so. */
export function hearFailedDownload(id: string): void {
  if (begun.delete(id)) for (const listener of listeners) listener()
}

/** Calls the listener for each download of this tab that ends in the middle, until the returned function is called. */
export function onFailedDownload(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
