import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CloudOpsService, CloudOpsVersion } from '@vakt/contract/cloudops.ts'
import { createBusinessClock } from '@vakt/domain/business-calendar.ts'
import { ShieldCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFormat } from '#web/platform/format.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { useTicks } from '#web/ui/hooks/use-ticks.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { DetailSkeleton } from '#web/ui/page/skeleton.tsx'
import styles from './cloudops.module.css'
import { cloudOpsTexts } from './cloudops.texts.ts'
import { CloudOpsHistory } from './cloudops-history.tsx'
import { serviceQuery, versionsQuery } from './cloudops-queries.ts'
import { CloudOpsSwitches } from './cloudops-switches.tsx'
import { describeHours } from './describe-hours.ts'
import { useEndedPrice } from './ended-price.ts'
import { usePriceText } from './price-text.ts'
import { startOfState } from './start-of-state.ts'
import { waitsForResource } from './waits-for-resource.ts'
import { writeInZone } from './write-in-zone.ts'

const CloudOpsForm = lazy(() => import('./cloudops-form.tsx').then((module) => ({ default: module.CloudOpsForm })))

/** The CloudOps service of one resource: whether it is active now, in which hours, what it costs, and who changed it. */
export function CloudOpsPage() {
  const words = useTexts(cloudOpsTexts)
  const { customerId, can } = useShownCustomer()
  const { entityId = '' } = useParams({ strict: false }) as { entityId?: string }
  const query = useQuery(serviceQuery({ customerId, entityId }))
  const versions = useQuery(versionsQuery({ customerId, entityId }))
  const [isEditing, setEditing] = useState(false)
  const [closed, setClosed] = useState(0)
  const page = useRef<HTMLElement>(null)
  // In an effect, which runs once the form has given way to its button.
  useEffect(() => {
    if (closed > 0) page.current?.querySelector<HTMLElement>('[data-opens]')?.focus()
  }, [closed])
  const close = () => {
    setEditing(false)
    setClosed(closed + 1)
  }
  if (query.isPending) return <DetailSkeleton />
  if (!query.data) return <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  const service = query.data
  const mayWrite = can(['@feature.myenvironment.write'])
  if (isEditing) {
    return (
      <section className={`${styles.page} ${styles.tab}`} aria-label={words.form}>
        <Suspense fallback={<DetailSkeleton />}>
          <CloudOpsForm {...{ customerId, entityId, service }} onClose={close} />
        </Suspense>
      </section>
    )
  }
  return (
    <section ref={page} className={`${styles.page} ${styles.tab}`} aria-label={words.title}>
      {service.current ? (
        <Service service={service} current={service.current} since={startOfState(versions.data, service.current)}>
          {mayWrite ? (
            <CloudOpsSwitches {...{ customerId, entityId, service }} onEdit={() => setEditing(true)} />
          ) : (
            <p className={styles.dim}>{words.readOnly}</p>
          )}
        </Service>
      ) : (
        <EmptyState title={words.nothing} text={words.nothingText} icon={<ShieldCheck size={28} strokeWidth={1.5} />}>
          {mayWrite ? (
            <Button data-opens="hours" onClick={() => setEditing(true)}>
              {words.set}
            </Button>
          ) : (
            <p className={styles.dim}>{words.readOnly}</p>
          )}
        </EmptyState>
      )}
      {versions.isError && !versions.data ? (
        <ErrorState title={words.historyFailed} error={versions.error} onRetry={() => void versions.refetch()} />
      ) : null}
      {versions.data && versions.data.length > 0 ? <CloudOpsHistory versions={versions.data} service={service} /> : null}
    </section>
  )
}

/** Its state as a sentence. The hours go on by themselves. */
function useStateSentence({ state, calendar }: CloudOpsVersion): string {
  const words = useTexts(cloudOpsTexts)
  const format = useFormat()
  useTicks()
  const now = serverNow()
  if (state !== 'active') return words.off
  const open = createBusinessClock(calendar).openPeriod(now)
  const at = (moment: number) => writeInZone(moment, calendar.timeZone, format)
  if (open === null) return words.activeNow
  return open.from <= now ? words.activeUntil(at(open.to)) : words.activeLater(at(open.from))
}

type ServiceProps = { service: CloudOpsService; current: CloudOpsVersion; since: CloudOpsVersion | null; children: ReactNode }

function Service({ service, current, since, children }: ServiceProps) {
  const words = useTexts(cloudOpsTexts)
  const format = useFormat()
  const sentence = useStateSentence(current)
  const priceText = usePriceText()
  const { state, calendar, pricing, currency, reason, description } = current
  const ended = useEndedPrice()(current, service.currency, service)
  const { rate, sum } = priceText({ ...service, calendar, pricing, currency })
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.state}>{sentence}</h2>
          {since ? <p className={styles.dim}>{words.since(format.exact(since.validFrom), since.changedBy)}</p> : null}
          <p className={styles.conclusion}>
            {reason ? `${words.reasons[reason]} ` : ''}
            {waitsForResource(current) ? `${words.resumes} ` : ''}
            {state !== 'active' ? words.offText : calendar.alwaysOpen ? null : words.outsideText}
          </p>
          {ended ? <p className={styles.conclusion}>{ended}</p> : null}
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
      <Facts>
        <Fact label={words.hours}>{calendar.alwaysOpen ? words.around : describeHours(calendar, format.locale)}</Fact>
        <Fact label={words.timeZone}>{calendar.alwaysOpen ? null : calendar.timeZone}</Fact>
        <Fact label={words.holidays}>{calendar.alwaysOpen ? null : words.holidayRules[calendar.holidays]}</Fact>
        <Fact label={words.closedDays}>{calendar.alwaysOpen ? null : calendar.closedDays.join(', ')}</Fact>
        <Fact label={words.price}>{ended || sum === rate ? rate : `${rate} · ${sum}`}</Fact>
        <Fact label={words.description}>{description}</Fact>
      </Facts>
    </>
  )
}
