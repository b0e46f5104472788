import { featureKeys } from '@vakt/contract/features.ts'
import { createRule } from '#server/features/alert-rules/manage-rules.ts'
import { createSchedule } from '#server/features/on-call/manage-schedules.ts'
import { applyTo } from '#server/features/rule-standards/apply-standard.ts'
import { createStandard, lockKnown } from '#server/features/rule-standards/manage-standards.ts'
import { createWithin } from '#server/features/service-windows/manage-windows.ts'
import type { Context } from '#server/platform/context.ts'
import { becomeCustomer, inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { fjallbo, nordan, provider } from './demo-customers.ts'
import { demoStandard, driftedThreshold, planRules } from './demo-operation-rules.ts'
import { demoPeople } from './demo-people.ts'
import { planSchedules } from './demo-rota.ts'
import { insertRuns } from './demo-runs.ts'
import { insertStaff } from './demo-staff.ts'
import { planWindows } from './demo-windows.ts'

/** What Karin of the provider does. */
function actAsKarin(context: Context, userId: string): CallContext {
  const { name, email } = demoPeople.karin
  const caller = {
    ...{ userId, name, email, customerId: provider, roles: [], isStaff: true, limitedTo: null, resourceLimit: null },
    ...{
      features: new Set(featureKeys),
      ownRoles: [],
      seesOwnTicketsOnly: false,
      viewedBy: null,
      apiToken: null,
      session: null,
      person: null,
    },
  }
  return { ...context, actor: { type: 'user', userId, name, email }, isStaff: true, caller }
}

async function findEntity(transaction: Transaction, name: string): Promise<string> {
  const { rows } = await transaction.query<{ entityId: string }>(
    'select entity_id as "entityId" from entity where customer_id = $1 and name = $2',
    [nordan, name],
  )
  if (!rows[0]) throw new Error(`There is no demo entity ${name}.`)
  return rows[0].entityId
}

/** A standard of which one of two customers has changed a threshold. */
async function makeStandard(context: CallContext): Promise<void> {
  const { standardId } = await createStandard(context, demoStandard)
  await workForAllCustomers(context, async (transaction) => {
    await becomeCustomer(transaction, provider)
    const standard = await lockKnown(transaction, provider, standardId)
    for (const customerId of [nordan, fjallbo]) {
      await becomeCustomer(transaction, customerId)
      await applyTo(transaction, context, customerId, { standard, excludedEntityIds: null, ofGroup: false })
    }
    await transaction.query(
      'update alert_rule set threshold = $3, version = version + 1 where customer_id = $1 and standard_id = $2 and standard_rule_id = $4',
      [fjallbo, standardId, driftedThreshold, standard.rules[0]?.standardRuleId],
    )
  })
}

/**
 * Adds what people of the provider have at work: users, a rota, service windows, a standard, rules and runs, by the verbs that people go through.
 * `issuer` is the identity provider that the users sign in by.
 */
export async function makeDemoOperations(createContext: () => Context, issuer: string): Promise<void> {
  const context = createContext()
  const staff = await workForAllCustomers(context, async (transaction) => {
    await insertRuns(transaction)
    return insertStaff(transaction, issuer, context.now)
  })
  const karin = actAsKarin(context, staff.karin)
  for (const schedule of planSchedules(staff, context.now)) await createSchedule(karin, schedule)
  await makeStandard(karin)
  const targets = await inTransaction(context, nordan, async (transaction) => {
    for (const window of planWindows(context.now, staff.elin)) await createWithin(transaction, karin, nordan, window)
    return { logs: await findEntity(transaction, 'vm-wms-01'), quiet: await findEntity(transaction, 'vm-reporting-01') }
  })
  for (const rule of planRules(targets)) await createRule(karin, nordan, rule)
}
