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
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { createArrivalBatch } from './arrival-batch.ts'
import { arrivalToastTexts } from './arrival-toasts.texts.ts'
import { createArrivalCheck } from './new-incidents.ts'
import { createNotificationCheck, toArrival } from './notified-arrivals.ts'
import { openedArrival } from './opened-arrival.ts'
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
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startMs)
    return () => clearTimeout(timer)
  }, [])
  return isStarted ? <StartedToasts /> : null
}

function StartedToasts() {
  const [batch] = useState(() => createArrivalBatch({ isOnScreen, show: showArrivals }))
  const [checks] = useState(() => ({
    opened: createArrivalCheck<LatestIncident>(({ severity }) => severity === 'critical'),
    notified: createNotificationCheck(),
  }))
  const words = useTexts(arrivalToastTexts)
  const titleOf = useIncidentTitle()
  const latest = useLatest()
  const notified = useQuery({
    ...asked,
    queryKey: ['notifications', 'arrivals'],
    queryFn: ({ signal }) => call(listNotifications, { query: { limit: 10 }, signal }),
  }).data?.result

  useEffect(() => () => batch.stop(), [batch])
  useEffect(() => {
    if (!latest) return
    batch.add(checks.opened(latest).map((incident) => openedArrival(incident, words, titleOf)))
  }, [latest, checks, batch, words, titleOf])
  useEffect(() => {
    if (notified) batch.add(checks.notified(notified).flatMap((one) => toArrival(one, words.concernsYou, titleOf) ?? []))
  }, [notified, checks, batch, words, titleOf])
  return null
}

function useLatest(): LatestIncident[] | undefined {
  const session = useSession()
  const customerId = isStaff(session) ? null : session.customer.customer_id
  return useQuery({
    ...asked,
    queryKey: ['incidents', customerId ?? allCustomers, 'arrivals'],
    queryFn: ({ signal }) => readLatest(customerId, signal),
    enabled: session.can(overviewAccess),
  }).data
}
