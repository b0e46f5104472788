import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { severities } from '@vakt/contract/severity.ts'
import { useTexts } from '#web/platform/texts.ts'
import { SeverityCountList } from '#web/ui/severity-counts.tsx'
import { customerStandingQuery } from './customer-standing-query.ts'
import styles from './dashboard-page.module.css'
import { incidentTexts } from './incidents.texts.ts'

/** For staff: how every customer is, those that need a person first. */
export function CustomerOverview({ customerId }: { customerId: string }) {
  const words = useTexts(incidentTexts)
  const { data } = useQuery(customerStandingQuery(customerId))
  const customers = data?.toSorted((one, other) => {
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
              activeOptions={{ exact: true, includeSearch: true }}
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
