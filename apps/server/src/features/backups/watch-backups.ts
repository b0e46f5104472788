import { isGlobalAdmin } from '@vakt/domain/access.ts'
import { type BackupProblem, findBackupProblems } from '@vakt/domain/backups.ts'
import { formatMoment } from '@vakt/domain/format-moment.ts'
import type { DeliverySettings, PlannedMessage } from '#server/features/deliveries/message.ts'
import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { checklistUrl } from '#server/features/deliveries/portal-links.ts'
import { findPeople, type Person } from '#server/features/deliveries/recipients.ts'
import type { Context } from '#server/platform/context.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import {
  readNoteDetailsForAllCustomers,
  removeNoteForAllCustomers,
  writeNoteForAllCustomers,
} from '#server/platform/installation-note-table.ts'
import { readBackupFacts } from './backup-facts.ts'
import { backupMailTexts } from './backup-mail.texts.ts'

/** One attempt that failed is not mailed: the next may succeed before the backup is too old. */
const isMailed = ({ kind }: BackupProblem) => kind !== 'failed'

function mailOf(person: Person, { kind, at, reason }: BackupProblem, origin: string): PlannedMessage {
  const words = backupMailTexts[person.language]
  const when = at && formatMoment(at.toISOString(), person)
  const [subject, sentence] =
    kind === 'copy' ? [words.copySubject, words.copy(when ?? '')] : [words.oldSubject, when ? words.old(when) : words.never]
  return {
    recipient: person,
    customerId: person.customerId,
    kind: 'backup_warning',
    private: true,
    subject,
    isAnswerable: false,
    blocks: () => [
      { type: 'headline', text: subject, over: 'Vakt' },
      { type: 'text', text: sentence },
      ...(reason ? [{ type: 'facts' as const, facts: [[words.reason, reason]] as [string, string][] }] : []),
      { type: 'text', text: words.next },
      { type: 'button', text: words.open, url: checklistUrl(origin) },
    ],
  }
}

async function mailAdministrators(
  transaction: Transaction,
  problems: BackupProblem[],
  settings: DeliverySettings,
  now: Date,
): Promise<void> {
  const people = await findPeople(transaction, { userIds: [], customerIds: [], emails: [] })
  const administrators = people.filter((person) => isGlobalAdmin(person) && !person.isDisabled)
  const mails = administrators.flatMap((person) => problems.map((problem) => mailOf(person, problem, settings.origin)))
  await planMessages(transaction, mails, settings, now)
}

/**
 * Mails administrators of the provider when no backup was made for too long, or its copy failed: once, until that has recovered. Begins to
 * watch when it is first run, so that an installation that never noted a backup has as long to make one.
 */
export async function watchBackups(context: Context, maxAgeDays: number, settings: DeliverySettings): Promise<void> {
  const { now } = context
  await workForAllCustomers(context, async (transaction) => {
    await waitForPlanningLock(transaction)
    const notes = await readNoteDetailsForAllCustomers(transaction, ['backups-watched', 'backups-warned'])
    if (!notes.has('backups-watched')) await writeNoteForAllCustomers(transaction, 'backups-watched', now)
    const problems = findBackupProblems(await readBackupFacts(transaction), { maxAgeDays, now }).filter(isMailed)
    const kinds = problems.map(({ kind }) => kind).join(' ')
    const warned = notes.get('backups-warned')?.details.kinds
    const before = typeof warned === 'string' ? warned : ''
    if (kinds === before) return
    const begun = problems.filter(({ kind }) => !before.split(' ').includes(kind))
    if (begun.length > 0) await mailAdministrators(transaction, begun, settings, now)
    if (kinds) await writeNoteForAllCustomers(transaction, 'backups-warned', now, { kinds })
    else await removeNoteForAllCustomers(transaction, 'backups-warned')
  })
}
