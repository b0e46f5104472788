import type { Transaction } from '#server/platform/database/transaction.ts'

/** Returns how many silences of agents, over before that time, were removed. */
export async function deleteOldSilences(
  transaction: Transaction,
  customerId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rowCount } = await transaction.query({
    name: 'delete-old-silences',
    text: `delete from agent_silence s using (
             select agent_id, silent_from from agent_silence
             where customer_id = $1 and silent_from < $2 and silent_to < $2 order by silent_from limit $3
           ) old
           where s.customer_id = $1 and s.agent_id = old.agent_id and s.silent_from = old.silent_from`,
    values: [customerId, before, limit],
  })
  return rowCount ?? 0
}
