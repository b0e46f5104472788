import { matchEntities } from '#server/features/entities/match-entities.ts'
import { hostTarget } from '#server/features/signals/formats/alert-targets.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** The resource with the name of this machine; null where none has it, or more than one. */
export async function findEntityOfHost(transaction: Transaction, customerId: string, hostname: string): Promise<string | null> {
  const [match] = await matchEntities(transaction, customerId, [hostTarget(hostname)])
  return match?.entityId ?? null
}
