import type { Transaction } from '#server/platform/database/transaction.ts'

/** A table with rows of customers. */
export type CustomerTable = {
  table: string
  /** Each names a customer: whose the row is, or also whom it is about. */
  customerColumns: string[]
  /** Tables that its rows refer to. */
  parents: string[]
  /** Columns that refer to other rows of the same table, which would hold them there. */
  selfReferences: string[]
  isPartitioned: boolean
  primaryKey: string[]
}

/**
 * What stays until the end or for good, and is not emptied as all others are: the customer, that it is closed, the job that erases it, its last
 * line, and what staff did.
 */
const keptTables = ['customer', 'closed_customer', 'job', 'erased_customer', 'recorded_action']

/** From the catalogue of the database, so that a table that is added later is erased as well. Parts of partitioned tables are left out. */
export async function readCustomerTablesForAllCustomers(transaction: Transaction): Promise<CustomerTable[]> {
  const { rows } = await transaction.query<CustomerTable>(
    `select c.relname::text as table, c.relkind = 'p' as "isPartitioned",
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped and a.attnum > 0
         and a.atttypid = 'text'::regtype and a.attname ~ '(^|_)customer_id$' order by a.attnum) as "customerColumns",
       array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and k.conparentid = 0) as parents,
       array(select distinct a.attname::text from pg_constraint k cross join unnest(k.conkey) as n (attnum)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum
         where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f' and k.confdeltype in ('a', 'r') and not a.attnotnull) as "selfReferences",
       array(select a.attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as n (attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum where i.indrelid = c.oid and i.indisprimary order by n.place) as "primaryKey"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
       and exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped and a.attnum > 0
         and a.atttypid = 'text'::regtype and a.attname ~ '(^|_)customer_id$')
     order by c.relname`,
    [keptTables],
  )
  return rows
}

const quoted = (name: string) => `"${name}"`

function batchOf({ table, isPartitioned, primaryKey }: CustomerTable, column: string): string {
  const chosen = (columns: string) => `select ${columns} from ${quoted(table)} where ${quoted(column)} = $1 limit $2`
  if (!isPartitioned) return `t.ctid = any (array(${chosen('ctid')}))`
  // A ctid is unique in its part only.
  const key = primaryKey.length > 0 ? primaryKey.map(quoted) : ['tableoid', 'ctid']
  return `(${key.map((name) => `t.${name}`).join(', ')}) in (${chosen(key.join(', '))})`
}

/** Returns how many rows it removed, up to the limit, and what is wanted of each. */
export async function deleteBatchForAllCustomers(
  transaction: Transaction,
  { table, column, customerId, limit }: { table: CustomerTable; column: string; customerId: string; limit: number },
  returning = 'null',
): Promise<string[]> {
  const { rows } = await transaction.query<{ value: string }>(
    `delete from ${quoted(table.table)} t where t.${quoted(column)} = $1 and ${batchOf(table, column)} returning ${returning} as value`,
    [customerId, limit],
  )
  return rows.map(({ value }) => value)
}

/** Returns how many rows no longer refer to another of their table. */
export async function clearReferencesForAllCustomers(
  transaction: Transaction,
  { table, reference, customerId, limit }: { table: CustomerTable; reference: string; customerId: string; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query(
    `update ${quoted(table.table)} t set ${quoted(reference)} = null where t.ctid = any (array(
       select ctid from ${quoted(table.table)} where customer_id = $1 and ${quoted(reference)} is not null limit $2))`,
    [customerId, limit],
  )
  return rowCount ?? 0
}

/** All jobs of the customer but the one that erases it. */
export async function deleteOtherJobsForAllCustomers(
  transaction: Transaction,
  { customerId, jobId, limit }: { customerId: string; jobId: string; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query(
    'delete from job where job_id = any (array(select job_id from job where customer_id = $1 and job_id <> $2 limit $3))',
    [customerId, jobId, limit],
  )
  return rowCount ?? 0
}
