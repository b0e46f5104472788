import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readPolicyFor, readSetting } from './escalation-policy-table.ts'

/** The schedules in the steps of the escalation policy by which incidents of the customer page. */
export async function findPagedScheduleIds(
  context: Pick<Context, 'pool'>,
  { customerId, providerId }: { customerId: string; providerId: string },
): Promise<Set<string>> {
  const setting = await inTransaction(context, customerId, (transaction) => readSetting(transaction, customerId))
  const policy = await inTransaction(context, providerId, (transaction) =>
    readPolicyFor(transaction, providerId, setting?.policyId ?? null),
  )
  return new Set(policy?.steps.flatMap(({ scheduleId }) => scheduleId ?? []))
}
