import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Handover } from '#server/platform/handover.ts'
import * as table from './escalation-policy-table.ts'

/** The taker is paged by each step of a policy that named a user who leaves. */
export async function handOverSteps(transaction: Transaction, providerId: string, { leaver, taker }: Handover): Promise<void> {
  await table.lockPolicies(transaction, providerId)
  for (const policy of await table.readPolicies(transaction, providerId)) {
    if (!policy.steps.some(({ userId }) => userId === leaver.userId)) continue
    const steps = policy.steps.map((step) => (step.userId === leaver.userId ? { ...step, userId: taker.userId } : step))
    await table.updatePolicy(transaction, providerId, { ...policy, steps })
  }
}
