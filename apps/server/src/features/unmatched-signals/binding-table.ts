import type { EntityBinding } from '@vakt/contract/alerts/unmatched-signals.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'

/** The queue of the work queue by which what was recorded before follows a binding. */
export const bindingQueueName = 'follow-bindings'

export async function readEntityNameForAllCustomers(
  transaction: Transaction,
  customerId: string,
  entityId: string,
): Promise<string | null> {
  const { rows } = await transaction.query<{ name: string }>('select name from entity where customer_id = $1 and entity_id = $2', [
    customerId,
    entityId,
  ])
  return rows[0]?.name ?? null
}

type NewBinding = {
  source: string
  targetKey: string
  targetName: string | null
  entityCustomerId: string
  entityId: string
  createdBy: string
  now: Date
}

/** Whatever the same thing was bound to before gives way. */
export async function replaceBinding(transaction: Transaction, customerId: string, binding: NewBinding): Promise<string> {
  const { source, targetKey, targetName, entityCustomerId, entityId, createdBy, now } = binding
  await transaction.query('delete from entity_binding where customer_id = $1 and source = $2 and target_key = $3', [
    customerId,
    source,
    targetKey,
  ])
  const { rows } = await transaction.query<{ bindingId: string }>(
    `insert into entity_binding (customer_id, source, target_key, target_name, entity_customer_id, entity_id, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning binding_id as "bindingId"`,
    [customerId, source, targetKey, targetName, entityCustomerId, entityId, now, createdBy],
  )
  const [inserted] = rows
  if (!inserted) throw new Error('The binding was not stored.')
  await enqueueJobs(transaction, [{ queue: bindingQueueName, customerId, rowId: inserted.bindingId }])
  return inserted.bindingId
}

export async function deleteBinding(
  transaction: Transaction,
  customerId: string,
  bindingId: string,
): Promise<{ source: string } | undefined> {
  const { rows } = await transaction.query<{ source: string }>(
    'delete from entity_binding where customer_id = $1 and binding_id = $2 returning source',
    [customerId, bindingId],
  )
  return rows[0]
}

export type BindingRow = Omit<EntityBinding, 'createdAt'> & { createdAt: Date; createdKey: string }

export async function readBindingsForAllCustomers(
  transaction: Transaction,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<BindingRow[]> {
  const { rows } = await transaction.query<BindingRow>(
    `select b.binding_id as "bindingId", json_build_object('customerId', c.customer_id, 'name', c.name) as customer, b.source,
       coalesce(b.target_name, b.target_key) as target,
       json_build_object('customerId', e.customer_id, 'entityId', e.entity_id, 'name', e.name) as entity, b.created_at as "createdAt",
       b.created_by as "createdBy", b.applied_at is not null as "isApplied", b.created_at::text as "createdKey"
     from entity_binding b join customer c on c.customer_id = b.customer_id
     join entity e on e.customer_id = b.entity_customer_id and e.entity_id = b.entity_id
     where ($1::timestamptz is null or (b.created_at, b.binding_id) < ($1, $2::uuid))
     order by b.created_at desc, b.binding_id desc limit $3`,
    [after?.[0], after?.[1], limit + 1],
  )
  return rows
}
