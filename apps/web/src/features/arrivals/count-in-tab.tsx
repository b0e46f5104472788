import { useQuery } from '@tanstack/react-query'
import { overviewAccess } from '@vakt/contract/features.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { createArrivalCheck } from './new-incidents.ts'
import { readLatest } from './read-latest.ts'
import { showTabCount } from './tab-count.ts'

const pollMs = 30_000

const isHidden = () => document.visibilityState === 'hidden'
function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** While the tab is hidden: how many critical and high incidents opened meanwhile, in its title and on its icon. */
export function CountInTab() {
  return useSyncExternalStore(subscribe, isHidden) ? <HiddenTab /> : null
}

/** A hidden tab does not refresh by live events: it asks by itself, seldom. */
function HiddenTab() {
  const session = useSession()
  const customerId = isStaff(session) ? null : session.customer.customer_id
  const [findNew] = useState(() => createArrivalCheck())
  const latest = useQuery({
    queryKey: ['arrivals', customerId],
    queryFn: ({ signal }) => readLatest(customerId, signal),
    enabled: session.can(overviewAccess),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  }).data
  const [count, setCount] = useState(0)
  useEffect(() => {
    const arrived = latest ? findNew(latest).length : 0
    if (arrived > 0) setCount((before) => before + arrived)
  }, [latest, findNew])
  useEffect(() => (count > 0 ? showTabCount(count) : undefined), [count])
  return null
}
