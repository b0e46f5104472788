import { useQuery } from '@tanstack/react-query'
import { endPresence, heartbeatInSeconds, type PresenceDoing, type Present, showPresence } from '@vakt/contract/tickets/ticket-presence.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/platform/api.ts'
import { viewedUser } from '#web/platform/view-as.ts'

const nobody: Present[] = []

/**
 * Tells the others who has this ticket open and whether they write, and learns the same of them. What it asks with also says that it is still
 * there; it goes silent with the tab, and at once when the tab is closed.
 */
export function usePresence(
  customerId: string,
  ticketId: string,
  isWhole: boolean,
): { others: readonly Present[]; tell: (doing: PresenceDoing) => void } {
  const [tab] = useState(() => crypto.randomUUID())
  const doing = useRef<PresenceDoing>('reading')
  const { data, refetch } = useQuery({
    queryKey: ['ticket-presence', customerId, ticketId],
    queryFn: ({ signal }) => call(showPresence, { params: { customerId, ticketId, tab }, body: { doing: doing.current }, signal }),
    refetchInterval: heartbeatInSeconds * 1000,
    // Anyone who looks through someone else's eyes is not there.
    enabled: isWhole && viewedUser() === null,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (viewedUser()) return
    const leave = () => void call(endPresence, { params: { customerId, ticketId, tab }, keepalive: true }).catch(() => {})
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [customerId, ticketId, tab])
  const tell = useCallback(
    (next: PresenceDoing) => {
      if (doing.current === next) return
      doing.current = next
      if (!viewedUser()) void refetch()
    },
    [refetch],
  )
  return { others: data?.others ?? nobody, tell }
}
