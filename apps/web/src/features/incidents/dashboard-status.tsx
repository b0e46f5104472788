import { Link } from '@tanstack/react-router'
import { environmentAccess } from '@vakt/contract/features.ts'
import type { OpenNow, OpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { severities } from '@vakt/contract/severity.ts'
import { receptionOf } from '@vakt/domain/customer-reception.ts'
import { totalOf } from '@vakt/domain/severity.ts'
import { useFormat } from '#web/platform/format.ts'
import { useIsReconnecting } from '#web/platform/live.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { silenceTexts } from '#web/shared/reception/silence.texts.ts'
import { type Received, useSilence } from '#web/shared/reception/use-silence.ts'
import { clockOf } from '#web/ui/display/clock-time.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import styles from './dashboard-page.module.css'
import { incidentTexts } from './incidents.texts.ts'
import { openNowTexts } from './open-now.texts.ts'

/** Whether what is shown is current: *Live*, or since when it is not. */
export function LiveStatus({ updatedAt, hasFailed }: { updatedAt: number; hasFailed: boolean }) {
  const words = useTexts(openNowTexts)
  const format = useFormat()
  const isStale = useIsReconnecting() || hasFailed
  return (
    <span className={styles.live} data-stale={isStale || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {isStale ? words.notCurrent(clockOf(format.exact(new Date(updatedAt).toISOString()))) : words.live}
    </span>
  )
}

/** The numbers under the headline, each a link to what it counts; without incidents, when a source was last heard from. */
export function DashboardNumbers({ customerId, data }: { customerId: string; data: OpenNow }) {
  const words = useTexts(openNowTexts)
  const format = useFormat()
  const { can } = useShownCustomer()
  useTicks()
  const { totals, lastSignal } = data
  const silence = useSilence()(data)
  if (totalOf(totals.counts) === 0)
    return silence ?? (lastSignal ? words.lastSignal(format.relative(lastSignal.at), lastSignal.source) : null)
  const resources = words.resources(totals.entities)
  return (
    <>
      {words.from} <Link to="/alert-overview">{words.alerts(totals.alerts)}</Link>
      {totals.entities === 0 ? null : ` ${words.on} `}
      {totals.entities === 0 ? null : can(environmentAccess) ? (
        <Link to="/my-environment/$customerId" params={{ customerId }} search={{ severity: [...severities] }}>
          {resources}
        </Link>
      ) : (
        resources
      )}
      {totals.unassigned > 0 ? (
        <>
          {' · '}
          <Link to="/incidents/$customerId" params={{ customerId }} search={{ assignee: 'nobody' }}>
            {words.unassigned(totals.unassigned)}
          </Link>
        </>
      ) : null}
    </>
  )
}

/**
 * The headline without open incidents: *All good* only where something was received lately from each customer. People who are limited to some
 * resources see those alone, or none.
 */
export function useCalmHeadline(isLimited = false) {
  const words = { ...useTexts(silenceTexts), ...useTexts(openNowTexts), ...useTexts(incidentTexts) }
  return (customers: Received[]): { text: string; isGood: boolean } => {
    const receptions = customers.map((one) => receptionOf(one, serverNow()))
    const isGood = receptions.length > 0 && receptions.every((one) => one === 'current')
    if (isLimited) return { text: words.noneOpenSeen, isGood }
    if (receptions.every((one) => one === 'none')) return { text: words.nothingConnected, isGood: false }
    return { text: isGood ? words.allGood : words.noneOpenNow, isGood }
  }
}

/** *7 open incidents, 1 critical*, whatever is filtered. */
export const summarize = ({ totals }: Pick<OpenNow | OpenNowOfAllCustomers, 'totals'>) => ({
  open: totalOf(totals.counts),
  critical: totals.counts.critical,
})
