import type { Checklist, ChecklistItem, ChecklistState } from '@vakt/contract/customers/checklists.ts'
import { type BackupFacts, findBackupProblems } from '@vakt/domain/backups.ts'
import type { Pool } from 'pg'
import { readBackupFacts } from '#server/features/backups/backup-facts.ts'
import { commandLine } from '#server/platform/command-line.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { type NoteName, readNotesForAllCustomers } from '#server/platform/installation-note-table.ts'
import type { MailAddress, MailSettings } from '#server/platform/mail/mail-settings.ts'
import { type ChecklistFacts, readChecklistFactsForAllCustomers } from './checklist-table.ts'

export type ChecklistParts = {
  /** It is about the whole installation: the pool must log in as vakt_worker. */
  pool: Pool
  origin: string
  /** The issuer that people sign in with, and whether it is that of the company rather than the embedded one. */
  issuer: string
  isExternal: boolean
  mail: { from: MailAddress; server: MailSettings | null }
  /** 0: others back the database up. */
  backupMaxAgeDays: number
  /** Vakt started PostgreSQL itself: a drill is a data folder of its own. */
  isEmbedded: boolean
}

type Judged = { state: ChecklistState; name?: string; at?: Date | null }

const proven = (isDone: boolean, isBegun: boolean): ChecklistState => (isDone ? 'done' : isBegun ? 'waiting' : 'todo')

/** Done without a time: others back the database up. What is older than allowed, or failed, waits for the next one. */
function judgeBackups(facts: BackupFacts, maxAgeDays: number): Judged {
  if (maxAgeDays === 0) return { state: 'done' }
  const [problem] = findBackupProblems(facts, { maxAgeDays, now: new Date() })
  return { state: proven(facts.made !== null && !problem, facts.made !== null), name: problem?.reason ?? '', at: facts.made?.at ?? null }
}

type Known = { facts: ChecklistFacts; backups: BackupFacts; notes: ReadonlyMap<NoteName, Date> }

function judge(parts: ChecklistParts, { facts, backups, notes }: Known): Record<ChecklistItem, Judged> {
  const { issuer, isExternal, mail } = parts
  const [restoredAt = null] = (['backup-restored', 'backup-restored-elsewhere'] as const)
    .flatMap((name) => notes.get(name) ?? [])
    .toSorted((one, other) => other.getTime() - one.getTime())
  const isMailProven = notes.has('mail-tested') || facts.hasSentMail
  return {
    // Anyone who reads this has signed in with it.
    'identity-provider': { state: isExternal ? 'done' : 'todo', name: isExternal ? new URL(issuer).host : '' },
    mail: { state: proven(mail.server !== null && isMailProven, mail.server !== null), name: mail.server?.host ?? '' },
    branding: { state: facts.hasBranding ? 'done' : 'todo' },
    customer: { state: facts.hasCustomer ? 'done' : 'todo' },
    'monitoring-source': { state: proven(facts.lastSignalAt !== null, facts.hasSource), at: facts.lastSignalAt },
    entity: { state: proven(facts.hasEntity, facts.hasConnector), at: facts.lastRunAt },
    backup: judgeBackups(backups, parts.backupMaxAgeDays),
    restore: { state: restoredAt ? 'done' : 'todo', at: restoredAt },
    'client-addresses': { state: facts.sharedAddress ? 'todo' : 'done', name: facts.sharedAddress ?? '' },
  }
}

/** A restore into the database of the installation would be refused: it is not empty. */
const commandsOf = ({ isEmbedded }: ChecklistParts): Partial<Record<ChecklistItem, string>> => ({
  backup: commandLine('backup', '--to-folder FOLDER --keep-daily 7 --keep-weekly 4'),
  restore: isEmbedded
    ? `DATA_DIR=EMPTY_FOLDER ${commandLine('restore', '--from FILE --without-key')}`
    : commandLine('restore', '--from FILE --database-url URL_OF_EMPTY_DATABASE'),
})

/** No step of the set-up: listed only while something is wrong. */
const onlyWarnings: ReadonlySet<ChecklistItem> = new Set(['client-addresses'])

/** The transaction must be of the worker. */
export async function buildChecklist(parts: ChecklistParts, transaction: Transaction): Promise<Checklist> {
  const facts = await readChecklistFactsForAllCustomers(transaction)
  const backups = await readBackupFacts(transaction)
  const notes = await readNotesForAllCustomers(transaction, [
    'checklist-hidden',
    'mail-tested',
    'backup-restored',
    'backup-restored-elsewhere',
  ])
  const judged = Object.entries(judge(parts, { facts, backups, notes })) as [ChecklistItem, Judged][]
  const listed = judged.filter(([item, { state }]) => !onlyWarnings.has(item) || state !== 'done')
  const commands = commandsOf(parts)
  const items = listed.map(([item, { state, name = '', at = null }]) => ({
    item,
    state,
    name,
    at: at?.toISOString() ?? null,
    command: commands[item] ?? null,
  }))
  const isComplete = items.every(({ state }) => state === 'done')
  const isHidden = notes.has('checklist-hidden')
  return { items, isComplete, isHidden, isShown: !isComplete && !isHidden && !facts.isDemo }
}

export function readChecklist(parts: ChecklistParts): Promise<Checklist> {
  return workForAllCustomers(parts, (transaction) => buildChecklist(parts, transaction))
}
