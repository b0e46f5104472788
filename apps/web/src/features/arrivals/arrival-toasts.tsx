import { useQuery } from '@tanstack/react-query'
import { overviewAccess } from '@vakt/contract/features.ts'
import { listNotifications } from '@vakt/contract/notifications/notifications.ts'
import { useEffect, useState } from 'react'
import { allCustomers } from '#web/platform/all-customers.ts'
import { call } from '#web/platform/api.ts'
import type { LiveMeta } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { isStaff } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { createArrivalBatch } from './arrival-batch.ts'
import { arrivalToastTexts } from './arrival-toasts.texts.ts'
import { createArrivalCheck } from './new-incidents.ts'
import { createNotificationCheck, toArrival } from './notified-arrivals.ts'
import { type LatestIncident, readLatest } from './read-latest.ts'
import { showArrivals } from './show-arrivals.ts'

/** The first view comes first. */
const startMs = 4000
const asked = { staleTime: 0, gcTime: 0, meta: { minIntervalMs: 10_000 } satisfies LiveMeta } as const

/** Whether its page is open, or a link to it is on the screen. */
const isOnScreen = (path: string) =>
  location.pathname === path || [...document.links].some((link) => link.origin === location.origin && link.pathname === path)

/** A toast for each new critical incident, and for what is given to the user or followed by them, unless it is on the screen anyway. */
export function ArrivalToasts() {
  const [isStarted, setStarted] = useState(false)
  const [batch] = useState(() => createArrivalBatch({ isOnScreen, show: showArrivals }))
  const [checks] = useState(() => ({
    opened: createArrivalCheck<LatestIncident>(({ severity }) => severity === 'critical'),
    notified: createNotificationCheck(),
  }))
  const words = useTexts(arrivalToastTexts)
  const latest = useLatest(isStarted)
  const notified = useQuery({
    ...asked,
    queryKey: ['notifications', 'arrivals'],
    queryFn: ({ signal }) => call(listNotifications, { query: { limit: 10 }, signal }),
    enabled: isStarted,
  }).data?.result

  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startMs)
    return () => {
      clearTimeout(timer)
      batch.stop()
    }
  }, [batch])
  useEffect(() => {
    if (!latest) return
    const arrivals = checks.opened(latest).map(({ customerId, incidentId, title, customerName }) => {
      const sentence = words.critical(title)
      const path = incidentPath(customerId, incidentId)
      return {
        kind: 'opened',
        customerId,
        path,
        sentence: customerName === null ? sentence : words.atCustomer(sentence, customerName),
      } as const
    })
    batch.add(arrivals)
  }, [latest, checks, batch, words])
  useEffect(() => {
    if (notified) batch.add(checks.notified(notified).flatMap((one) => toArrival(one, words.concernsYou) ?? []))
  }, [notified, checks, batch, words])
  return null
}

function useLatest(isStarted: boolean): LatestIncident[] | undefined {
  const session = useSession()
  const customerId = isStaff(session) ? null : session.customer.customer_id
  return useQuery({
    ...asked,
    queryKey: ['incidents', customerId ?? allCustomers, 'arrivals'],
    queryFn: ({ signal }) => readLatest(customerId, signal),
    enabled: isStarted && session.can(overviewAccess),
  }).data
}
