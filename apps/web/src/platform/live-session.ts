import type { UserContext } from '@vakt/contract/users/session.ts'
import { hearFailedDownload } from './failed-downloads.ts'
import { type AllLiveKeys, isAffected } from './live-keys.ts'
import type { LeaderMessage } from './live-leader.ts'
import { followTab, refreshMatching } from './live-refresh.ts'
import { createLiveStatus } from './live-status.ts'
import { joinTabs } from './live-tabs.ts'
import { refreshSession } from './session.ts'
import { viewedUser } from './view-as.ts'

/** After a gap many browsers ask for everything: not in the same moment. */
const gapSpreadMs = 1000

const refreshEverything = () => refreshMatching(() => true, { spreadMs: gapSpreadMs })

/** Keeps the screens current until the returned function is called. One connection serves all tabs of the user. */
export function openLiveSession(
  liveKeys: AllLiveKeys,
  user: Pick<UserContext, 'email' | 'customer_id' | 'customers'>,
  tellReconnecting: (isReconnecting: boolean) => void,
): () => void {
  const status = createLiveStatus({ tellReconnecting, poll: refreshEverything })
  let isHearing = false
  let hasConnected = false
  /** All that changed before this is shown. */
  let heardUntil = performance.timeOrigin

  /** Whatever was read before the stream was open may have changed in between. */
  const noteConnected = (hasGap: boolean) => {
    status.noteConnected()
    // The server ends a stream whose user has become one of another customer of theirs.
    if (hasConnected && user.customers) void refreshSession().catch(() => {})
    hasConnected = true
    isHearing = true
    heardUntil = Date.now()
    if (hasGap) refreshEverything()
  }
  const noteLost = () => {
    isHearing = false
    status.noteLost()
  }
  const hear = (message: LeaderMessage) => {
    switch (message.type) {
      case 'event': {
        const { event } = message
        heardUntil = Date.now()
        if (event.type === 'download.failed') return hearFailedDownload(event.downloadId)
        if (event.type === 'access.changed' && event.customerId === user.customer_id) void refreshSession().catch(() => {})
        refreshMatching((query) => isAffected(liveKeys, event, query))
        return
      }
      case 'hello':
        noteConnected(message.repeatsSince === undefined || message.repeatsSince > heardUntil)
        return
      case 'stream':
        heardUntil = Math.max(heardUntil, message.heardUntil ?? 0)
        if (message.isOpen) noteConnected(!isHearing)
        else noteLost()
    }
  }

  noteLost()
  const unfollow = followTab()
  // The number counts what tabs say to each other: those of another release do not understand it.
  const tabs = joinTabs({ name: `vakt.live.2:${viewedUser()?.userId ?? user.email}`, hear }, refreshEverything)
  return () => {
    tabs.leave()
    status.noteConnected()
    unfollow()
  }
}
