import type { IncidentOfCustomer } from '@vakt/contract/customers/all-customers.ts'
import type { Incident, IncidentSort } from '@vakt/contract/incidents/incidents.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import { findEntitiesOfPlace } from '#server/features/entities/find-places.ts'
import { readTagGroupKeys } from '#server/features/entities/read-tag-group-keys.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { incidentPortsOf } from './incident-followers.ts'
import {
  findIncidentIds,
  type IncidentFilter,
  type ListedIncident,
  readIncidentPage,
  readIncidentPageForAllCustomers,
} from './incident-list-table.ts'

type Asked = Omit<IncidentFilter, 'me'> & { limit?: number; sort?: IncidentSort }
type Windows = Pick<Incident, 'heldBy' | 'raisedBy'>

const pageOf = <Row extends ListedIncident>(rows: Row[], limit: number) => nextPage(rows, limit, ({ sortKeys }) => sortKeys)

const callerOf = ({ actor }: Context) => (actor.type === 'user' ? actor.userId : null)

const present = <Row extends ListedIncident>({ sortKeys: _, openedAt, changedAt, resolvedAt, ...incident }: Row, windows?: Windows) => ({
  ...incident,
  ...(windows ?? { heldBy: null, raisedBy: null }),
  openedAt: openedAt.toISOString(),
  changedAt: changedAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
})

export async function listIncidents(
  context: Context,
  customerId: string,
  { limit = 50, sort = 'changed', ...query }: Asked,
  after: readonly string[] | null,
): Promise<Listing<Incident>> {
  const filter = { ...query, me: callerOf(context) }
  const { page, windows } = await inTransaction(context, customerId, async (transaction) => {
    const tagKeys = filter.group ? await readTagGroupKeys(transaction, customerId) : []
    const ids = await findIncidentIds(transaction, customerId, filter)
    const page = pageOf(await readIncidentPage(transaction, customerId, { filter: { ...filter, ids }, tagKeys, sort, after, limit }), limit)
    return { page, windows: await incidentPortsOf(context).hold.findOfIncidents(transaction, [customerId], page.rows, context) }
  })
  return { ...page, rows: page.rows.map((row, index) => present(row, windows[index])) }
}

export async function listIncidentsOfAllCustomers(
  context: Context,
  { limit = 50, sort = 'changed', ...query }: Omit<Asked, 'group'>,
  after: readonly string[] | null,
): Promise<Listing<IncidentOfCustomer>> {
  const filter = { ...(await withCustomersOfGroups(context, query)), me: callerOf(context) }
  const { page, windows } = await readForAllCustomers(context, async (transaction) => {
    const ids = await findIncidentIds(transaction, null, filter)
    const ofPlace = await findEntitiesOfPlace(transaction, filter, filter.customer)
    const asked = { filter: { ...filter, ids, ofPlace }, sort, after, limit }
    const page = pageOf(await readIncidentPageForAllCustomers(transaction, asked), limit)
    const customerIds = [...new Set(page.rows.map(({ customer }) => customer.customerId))]
    return { page, windows: await incidentPortsOf(context).hold.findOfIncidents(transaction, customerIds, page.rows, context) }
  })
  return { ...page, rows: page.rows.map((row, index) => present(row, windows[index])) }
}
