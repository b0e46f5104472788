import type { Language } from '@vakt/contract/users/session.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type ProviderRow = { customerId: string; name: string; isDemo: boolean; language: Language; timeZone: string }

/** The provider's own customer; undefined while the installation is not set up. */
export async function readProviderForAllCustomers(transaction: Transaction): Promise<ProviderRow | undefined> {
  const { rows } = await transaction.query<ProviderRow>(
    `select customer_id as "customerId", name, is_demo as "isDemo", mail_language as language, time_zone as "timeZone"
     from customer where is_provider order by is_demo, created_at limit 1`,
  )
  return rows[0]
}

export async function markProvider(
  transaction: Transaction,
  customerId: string,
  { ignoresGlobalAdminMapping }: { ignoresGlobalAdminMapping: boolean },
): Promise<void> {
  await transaction.query('update customer set is_provider = true, ignores_global_admin_mapping = $2 where customer_id = $1', [
    customerId,
    ignoresGlobalAdminMapping,
  ])
}
