import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listCustomers } from '@vakt/contract/administration.ts'
import { severities } from '@vakt/contract/severity.ts'
import { call } from '#web/platform/api.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import styles from './dashboard-page.module.css'
import { incidentTexts } from './incidents.texts.ts'

const shownAtMost = 500

/** For staff: how every customer is, those that need a person first. The live stream is of one customer, so this asks again by itself. */
export function CustomerOverview({ customerId }: { customerId: string }) {
  const words = useTexts(incidentTexts)
  const { data } = useQuery({
    queryKey: ['incidents', customerId, 'customers'],
    queryFn: ({ signal }) => call(listCustomers, { query: { limit: shownAtMost }, signal }),
    refetchInterval: 10_000,
  })
  const customers = data?.result.toSorted((one, other) => {
    for (const severity of severities) {
      const difference = other.openIncidents[severity] - one.openIncidents[severity]
      if (difference !== 0) return difference
    }
    return one.name.localeCompare(other.name)
  })
  if (!customers || customers.length < 2) return null
  return (
    <section className={styles.customers} aria-label={words.customers}>
      <ul>
        {customers.map((customer) => (
          <li key={customer.customerId}>
            <Link
              to="/dashboard"
              search={{ customer: customer.customerId } as object}
              aria-current={customer.customerId === customerId ? 'true' : undefined}
            >
              <span className={styles.customerName}>{customer.name}</span>
              <SeverityCountList counts={customer.openIncidents} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
