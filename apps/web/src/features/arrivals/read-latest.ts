import type { RuleFinding } from '@vakt/contract/incidents/rule-finding.ts'
import { getOpenNow, getOpenNowOfAllCustomers } from '@vakt/contract/open-now.ts'
import { call } from '#web/platform/api.ts'
import { type Arrived, watched } from './new-incidents.ts'

export type LatestIncident = Arrived & { title: string; finding: RuleFinding | null; customerName: string | null }

/** The latest open incidents: of one customer, or of all. */
export async function readLatest(customerId: string | null, signal: AbortSignal): Promise<LatestIncident[]> {
  const query = { sort: 'latest', limit: watched } as const
  if (customerId === null) {
    const { incidents } = await call(getOpenNowOfAllCustomers, { query, signal })
    return incidents.map(({ incidentId, severity, title, finding, openedAt, customer }) => ({
      incidentId,
      severity,
      title,
      finding,
      openedAt,
      customerId: customer.customerId,
      customerName: customer.name,
    }))
  }
  const { incidents } = await call(getOpenNow, { params: { customerId }, query, signal })
  return incidents.map(({ incidentId, severity, title, finding, openedAt }) => ({
    incidentId,
    severity,
    title,
    finding,
    openedAt,
    customerId,
    customerName: null,
  }))
}
