import { noteFailure } from './note-failure.ts'

/** From now on a page that finds no network shows a view of ours that says so. Nothing else is kept or answered from a store. */
export function prepareOfflineView(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/offline-worker.js').catch((error: unknown) => noteFailure('offline view', error))
}
