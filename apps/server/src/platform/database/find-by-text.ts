import type { Transaction } from './transaction.ts'

const newestAsked = 200
const common = 30
const mostFound = 5000

type Sought = {
  /** The function of the database that finds ids by a part of a text. */
  find: 'find_alerts' | 'find_incidents'
  text: string
  /** Of these customers alone, where the transaction reads over several. */
  customers?: readonly string[] | undefined
  /** Whether each row holds `$1`, as `is_met`, newest first; `$2` are the customers, or null. */
  newest: string
}

/**
 * Ids of the rows that the list of a text is read from, which asks each once more; undefined where they are so many that the list comes to enough
 * of them as it is read in its order.
 */
export async function findByText(transaction: Transaction, { find, text, customers, newest }: Sought): Promise<string[] | undefined> {
  const { rows } = await transaction.query<{ ids: string[] | null }>({
    text: `select case when (select count(*) < ${common} from (${newest} limit ${newestAsked}) as newest where is_met)
             then array(select ${find}($1, $2, ${mostFound + 1}))::text[] end as ids`,
    values: [text.trim().toLowerCase(), customers ?? null],
  })
  const ids = rows[0]?.ids
  return ids && ids.length <= mostFound ? [...new Set(ids)] : undefined
}
