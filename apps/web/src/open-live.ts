import { openLiveSession } from '#web/platform/live-session.ts'
import { liveKeys } from './live-keys.ts'

/** Loaded after the first view, with the keys of all features. */
export const openLive = openLiveSession.bind(null, liveKeys)
