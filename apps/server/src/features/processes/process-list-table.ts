import { gatherValues } from '#server/platform/database/gather-values.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { fromProcesses, type ProcessRow, processColumns } from './process-table.ts'

type ProcessFilter = { q?: string | undefined; active?: boolean | undefined }
export type ProcessListFilter = ProcessFilter & { entityId?: string | undefined }
/** `customer`: only of these customers. */
export type ProcessFilterForAllCustomers = ProcessFilter & { customer?: string[] | undefined }
type Paging = { after: readonly string[] | null; limit: number }

type ProcessOfCustomerRow = ProcessRow & { customer: { customerId: string; name: string } }

const customerOfProcess = `json_build_object('customerId', p.customer_id,
  'name', (select c.name from customer c where c.customer_id = p.customer_id)) as customer`

/** By name; one row more than the limit, so that the caller sees whether there is a next page. Of all customers, for null, each says whose it is. */
export function selectProcessPage(
  customerId: string | null,
  { entityId, q, active, customer }: ProcessListFilter & ProcessFilterForAllCustomers,
  { after, limit }: Paging,
) {
  const { values, put } = gatherValues()
  const conditions = ['p.removed_at is null']
  if (customerId !== null) conditions.push(`p.customer_id = ${put(customerId)}`)
  if (customer) conditions.push(`p.customer_id = any (${put(customer)}::text[])`)
  if (entityId)
    conditions.push(`(p.entity_id = ${put(entityId)}::uuid or (p.entity_id is null and exists (
      select from entity o where o.customer_id = p.customer_id and o.entity_id = ${put(entityId)}::uuid and process_covers(p, o))))`)
  const part = q?.trim().toLowerCase()
  if (part) {
    const sought = put(part)
    conditions.push(`(strpos(p.name_key, ${sought}) > 0 or strpos(e.name_key, ${sought}) > 0)`)
  }
  if (active !== undefined) conditions.push(`p.enabled = ${put(active)}`)
  if (after) conditions.push(`(p.name_key, p.process_id) > (${put(after[0])}, ${put(after[1])}::uuid)`)
  return {
    text: `select ${processColumns}, case when p.entity_id is not null then 1 end as covers${customerId === null ? `, ${customerOfProcess}` : ''}
      ${fromProcesses} where ${conditions.join(' and ')} order by p.name_key, p.process_id limit ${Math.trunc(limit) + 1}`,
    values,
  }
}

export async function readProcessPage(
  transaction: Transaction,
  customerId: string,
  filter: ProcessListFilter,
  paging: Paging,
): Promise<ProcessRow[]> {
  const { rows } = await transaction.query<ProcessRow>(selectProcessPage(customerId, filter, paging))
  return rows
}

export async function readProcessPageForAllCustomers(
  transaction: Transaction,
  filter: ProcessFilterForAllCustomers,
  paging: Paging,
): Promise<ProcessOfCustomerRow[]> {
  const { rows } = await transaction.query<ProcessOfCustomerRow>(selectProcessPage(null, filter, paging))
  return rows
}
