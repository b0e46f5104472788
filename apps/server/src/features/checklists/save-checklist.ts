import type { Checklist } from '@vakt/contract/customers/checklists.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { removeNoteForAllCustomers, writeNoteForAllCustomers } from '#server/platform/installation-note-table.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { buildChecklist, type ChecklistParts } from './read-checklist.ts'

/** Where what concerns the whole installation is recorded: at the provider, to which every administrator belongs. */
export const recordedAt = ({ caller }: CallContext): string => {
  if (!caller) throw new Error('Only administrators have a checklist.')
  return caller.customerId
}

/** Hides the checklist from the start page, or shows it again. */
export function saveChecklist(parts: ChecklistParts, context: CallContext, { isHidden }: { isHidden: boolean }): Promise<Checklist> {
  return workForAllCustomers(parts, async (transaction) => {
    if (isHidden) await writeNoteForAllCustomers(transaction, 'checklist-hidden', context.now)
    else await removeNoteForAllCustomers(transaction, 'checklist-hidden')
    const done = { action: 'installation.checklist', target: 'checklist', details: { isHidden } }
    await recordAction(transaction, context, recordedAt(context), done)
    return buildChecklist(parts, transaction)
  })
}

const aDay = 86_400_000

/** Notes a restore that Vakt cannot see: on another machine, or by other tools. Throws Invalid for a day to come. */
export function noteRestore(parts: ChecklistParts, context: CallContext, { date }: { date: string }): Promise<Checklist> {
  const at = new Date(`${date}T12:00:00Z`)
  // Somewhere on earth it is tomorrow already.
  if (Number.isNaN(at.getTime()) || at.getTime() > context.now.getTime() + aDay)
    throw Invalid.field('date', 'The restore must have happened already.', 'checklist.date_future')
  return workForAllCustomers(parts, async (transaction) => {
    await writeNoteForAllCustomers(transaction, 'backup-restored-elsewhere', at)
    await recordAction(transaction, context, recordedAt(context), {
      action: 'installation.restore',
      target: 'checklist',
      details: { date },
    })
    const checklist = await buildChecklist(parts, transaction)
    await keepAnswer(transaction, context, recordedAt(context), checklist)
    return checklist
  })
}
