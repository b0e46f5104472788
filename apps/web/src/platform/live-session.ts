import { isAffected } from './live-keys.ts'
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
  user: { email: string; customer_id: string },
  tellReconnecting: (isReconnecting: boolean) => void,
): () => void {
  const status = createLiveStatus({ tellReconnecting, poll: refreshEverything })
  let isHearing = false

  /** Whatever was read before the stream was open may have changed in between. */
  const noteConnected = (hasGap: boolean) => {
    status.noteConnected()
    isHearing = true
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
        if (event.type === 'access.changed' && event.customerId === user.customer_id) void refreshSession().catch(() => {})
        refreshMatching((query) => isAffected(event, query))
        return
      }
      case 'hello':
        noteConnected(true)
        return
      case 'stream':
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
