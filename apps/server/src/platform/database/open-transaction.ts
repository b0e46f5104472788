import { AsyncLocalStorage } from 'node:async_hooks'

type Open = { isOpen: boolean }

const opened = new AsyncLocalStorage<Open>()
let isRefusing = true

/** Runs what a transaction holds, so that `refuseInTransaction` knows of it. */
export async function whileOpen<T>(work: () => Promise<T>): Promise<T> {
  if (!isRefusing) return work()
  const open = { isOpen: true }
  try {
    return await opened.run(open, work)
  } finally {
    // What was begun within and is still going on afterwards has no transaction any more.
    open.isOpen = false
  }
}

/**
 * Called before anything outside this process is asked. Throws within a transaction, which would hold a connection of the pool, and its locks,
 * for as long as the other side takes.
 */
export function refuseInTransaction(asked: string): void {
  if (isRefusing && opened.getStore()?.isOpen) throw new Error(`${asked} is asked within a transaction: end the transaction first.`)
}

/** In production a slow answer is better than none: there nothing is refused, and nothing is tracked. */
export function stopRefusing(): void {
  isRefusing = false
}
