import type { ChecklistItem, TestOutcome, TestReason } from '@vakt/contract/customers/checklists.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { type ChecklistParts, readChecklist } from './read-checklist.ts'
import { recordedAt } from './save-checklist.ts'
import { testIdentityProvider } from './test-identity-provider.ts'
import { testMail } from './test-mail.ts'

/** What is begun and not proven, by item. */
const waitingReasons: Partial<Record<ChecklistItem, TestReason>> = {
  'monitoring-source': 'no_signal',
  entity: 'no_run',
  backup: 'no_backup',
}
const todoReasons: Partial<Record<ChecklistItem, TestReason>> = { 'client-addresses': 'shared_address', backup: 'no_backup' }

async function lookAgain(parts: ChecklistParts, item: ChecklistItem): Promise<TestOutcome> {
  const { items } = await readChecklist(parts)
  // What only warns is not listed while nothing is wrong.
  const state = items.find((one) => one.item === item)?.state ?? 'done'
  if (state === 'done') return { passed: true, reason: 'ok', detail: '' }
  const reasons = state === 'waiting' ? waitingReasons : todoReasons
  return { passed: false, reason: reasons[item] ?? 'none', detail: '' }
}

function run(parts: ChecklistParts, context: CallContext, item: ChecklistItem, language: 'sv' | 'en'): Promise<TestOutcome> {
  const { name, email: address } = context.caller ?? { name: '', email: '' }
  if (item === 'mail') return testMail(parts, { name, address }, { language, now: context.now })
  if (item !== 'identity-provider') return lookAgain(parts, item)
  const embedded: TestOutcome = { passed: false, reason: 'not_configured', detail: '' }
  return parts.isExternal ? testIdentityProvider(parts.issuer) : Promise.resolve(embedded)
}

/** Tests one item now. What is sent or asked goes out before the database is held. */
export async function testChecklistItem(
  parts: ChecklistParts,
  context: CallContext,
  { item, language = 'en' }: { item: ChecklistItem; language?: 'sv' | 'en' | undefined },
): Promise<TestOutcome> {
  const outcome = await run(parts, context, item, language)
  await workForAllCustomers(parts, async (transaction) => {
    if (item === 'mail' && outcome.passed) await writeNoteForAllCustomers(transaction, 'mail-tested', context.now)
    const { passed, reason } = outcome
    await recordAction(transaction, context, recordedAt(context), {
      action: 'installation.test',
      target: item,
      details: { passed, reason },
    })
  })
  return outcome
}
