import { Link } from '@tanstack/react-router'
import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { receptionOf } from '@vakt/domain/customer-reception.ts'
import { totalOf } from '@vakt/domain/severity.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useIncidentTitle } from '#web/shared/incidents/incident-words.ts'
import { incidentPath } from '#web/shared/links/paths.ts'
import { useSilence } from '#web/shared/reception/use-silence.ts'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { PlainLink } from '#web/ui/controls/plain-link.tsx'
import { allCustomersTexts } from './all-customers.texts.ts'
import styles from './customer-states.module.css'
import { useDuration } from './open-duration.tsx'

const needsSomeone = ({ openIncidents, breachingTickets, silentSources }: CustomerState) =>
  totalOf(openIncidents) + breachingTickets + silentSources > 0

/** How each customer is, in the order of the answer: the worst first. The quiet ones stand on a line each for what is known of them. */
export function CustomerStates({ customers }: { customers: CustomerState[] }) {
  const words = useTexts(allCustomersTexts)
  const quiet = Object.groupBy(
    customers.filter((one) => !needsSomeone(one)),
    (one) => receptionOf(one, serverNow()),
  )
  return (
    <section className={styles.section} aria-labelledby="customers">
      <h2 id="customers">{words.customers}</h2>
      <ul className={styles.list} aria-label={words.customers}>
        {customers.filter(needsSomeone).map((customer) => (
          <CustomerRow key={customer.customerId} customer={customer} />
        ))}
      </ul>
      <QuietCustomers customers={quiet.silent} summary={words.silentAt} />
      <QuietCustomers customers={quiet.none} summary={words.unconnectedAt} />
      <QuietCustomers customers={quiet.current} summary={words.quiet} />
    </section>
  )
}

function QuietCustomers({ customers = [], summary }: { customers: CustomerState[] | undefined; summary: (n: number) => string }) {
  const silenceOf = useSilence()
  if (customers.length === 0) return null
  return (
    <details className={styles.quiet}>
      <summary>{summary(customers.length)}</summary>
      <ul>
        {customers.map((one) => (
          <li key={one.customerId}>
            <CustomerLink customerId={one.customerId} name={one.name} />
            {one.isConnected && silenceOf(one) ? <span className={styles.facts}> · {silenceOf(one)}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

const CustomerLink = ({ customerId, name }: { customerId: string; name: string }) => (
  <Link to="/dashboard" search={{ customer: customerId } as object}>
    {name}
  </Link>
)

function CustomerRow({ customer }: { customer: CustomerState }) {
  const words = useTexts(allCustomersTexts)
  const duration = useDuration()
  const titleOf = useIncidentTitle()
  const silence = useSilence()(customer)
  const { customerId, name, openIncidents, worst, oldestUnacknowledged, breachingTickets, silentSources, trend } = customer
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <CustomerLink customerId={customerId} name={name} />
        <SeverityCountList counts={openIncidents} />
      </span>
      <span className={styles.worst}>
        {worst ? <PlainLink href={incidentPath(customerId, worst.incidentId)}>{titleOf(worst)}</PlainLink> : null}
        <span className={styles.facts}>
          {oldestUnacknowledged ? <span>{words.unacknowledged(duration(oldestUnacknowledged))}</span> : null}
          {breachingTickets > 0 ? (
            <span>
              <Link to="/tickets/$customerId" params={{ customerId }} search={{ breaching: true, sort: 'due' }}>
                {words.breaching(breachingTickets)}
              </Link>
            </span>
          ) : null}
          {silentSources > 0 ? <span>{words.silent(silentSources)}</span> : null}
          {silence ? <span>{silence}</span> : null}
        </span>
      </span>
      <Sparkline values={trend} label={words.trend(trend.reduce((sum, one) => sum + one, 0))} />
    </li>
  )
}

function Sparkline({ values, label }: { values: number[]; label: string }) {
  const maximum = Math.max(1, ...values)
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${values.length} 20`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a day is what it is
        <rect key={index} x={index + 0.15} width={0.7} y={20 - (20 * value) / maximum} height={(20 * value) / maximum} />
      ))}
    </svg>
  )
}
