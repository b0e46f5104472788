import type { NewProcess, ProcessVersion } from '@vakt/contract/processes/processes.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type VersionRow = Omit<ProcessVersion, 'at'> & { at: Date }

type Written = { processId: string; change: ProcessVersion['change']; by: string; now: Date; content: NewProcess }

/** The content of the version that the process has now. */
export async function insertVersion(
  transaction: Transaction,
  customerId: string,
  { processId, change, by, now, content: { name, description, actions, ...rest } }: Written,
): Promise<void> {
  await transaction.query(
    `insert into process_version (customer_id, process_id, version, change, at, actor_name, name, description, actions, content)
     select customer_id, process_id, version, $3, $4, $5, $6, $7, $8, $9 from process where customer_id = $1 and process_id = $2`,
    [customerId, processId, change, now, by, name, description, JSON.stringify(actions), JSON.stringify(rest)],
  )
}

const content = (version: string) =>
  `${version}.content || jsonb_build_object('name', ${version}.name, 'description', ${version}.description, 'actions', ${version}.actions)`

/** The latest first, each with what the version before said; one row more than the limit. */
export async function readVersions(
  transaction: Transaction,
  customerId: string,
  { processId, before, limit }: { processId: string; before: number | null; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await transaction.query<VersionRow>(
    `select v.version, v.change, v.at, v.actor_name as by, ${content('v')} as content,
       case when b.version is not null then ${content('b')} end as before
     from process_version v
     left join process_version b on b.customer_id = v.customer_id and b.process_id = v.process_id and b.version = v.version - 1
     where v.customer_id = $1 and v.process_id = $2 and ($3::int is null or v.version < $3) order by v.version desc limit $4`,
    [customerId, processId, before, limit + 1],
  )
  return rows
}
