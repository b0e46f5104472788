import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { readPolicyFor, readSetting } from './escalation-policy-table.ts'
import { keepPolicy, type LockedEscalation } from './escalation-table.ts'
import type { NewPage } from './page-table.ts'

export type Position = { round: number; step: number }
export type Escalation = LockedEscalation & {
  policy: { name: string | null; steps: NonNullable<LockedEscalation['steps']>; repeats: number }
}

/** With the policy that it keeps, which is chosen when it is first asked for. */
export async function withPolicy(transaction: Transaction, escalation: LockedEscalation, providerId: string): Promise<Escalation> {
  const { customerId, escalationId, policyName, steps, repeats } = escalation
  if (steps) return { ...escalation, policy: { name: policyName, steps, repeats: repeats ?? 0 } }
  const setting = await readSetting(transaction, customerId)
  const found = (await readPolicyFor(transaction, providerId, setting?.policyId ?? null)) ?? { name: null, steps: [], repeats: 0 }
  // One that begins again counts its rounds on.
  const policy = { ...found, repeats: found.repeats + escalation.round }
  await keepPolicy(transaction, customerId, escalationId, policy)
  return { ...escalation, policy }
}

/** A row that says what an escalation did at a position; what it says is filled in. */
export const pageAt = ({ escalationId, incidentId }: Pick<Escalation, 'escalationId' | 'incidentId'>, position: Position): NewPage => ({
  pageId: randomUUID(),
  escalationId,
  incidentId,
  ...position,
  kind: 'nobody',
  channel: 'none',
  userId: null,
  personName: '',
  language: 'en',
  tokenHash: null,
  validUntil: null,
  replyCode: null,
})
