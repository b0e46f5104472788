import { type BackupProblem, findBackupProblems, unsavedSince } from '@vakt/domain/backups.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { readBackupFacts } from './backup-facts.ts'

const maxAgeMs = 30_000

const because = (reason: string) => (reason ? `: ${reason}` : '')

function describe({ kind, at, reason }: BackupProblem): string {
  const moment = at?.toISOString().slice(0, 16) ?? ''
  if (kind === 'copy') return `the backup of ${moment}Z could not be copied elsewhere${because(reason)}`
  if (kind === 'failed') return `the backup of ${moment}Z failed${because(reason)}`
  return `${at ? `no complete backup since ${moment}Z` : 'no backup was ever made'}${because(reason)}`
}

export type BackupStatus = {
  /** Sentences for the operator, as far as they are known; never waits for the database. */
  warnings(): string[]
  look(): Promise<void>
}

/** What is wrong with the backups, looked up again at most every 30 seconds. With `maxAgeDays` 0 others back the database up. */
export function createBackupStatus(context: Pick<Context, 'pool'>, maxAgeDays: number): BackupStatus {
  let known: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    lookedAt = performance.now()
    const facts = await workForAllCustomers(context, readBackupFacts)
    known = findBackupProblems(facts, { maxAgeDays, now: new Date() }).map(describe)
  }
  return {
    look,
    warnings() {
      if (maxAgeDays > 0 && performance.now() - lookedAt > maxAgeMs) void look().catch(() => {})
      return known
    },
  }
}

/** How old the newest backup is and whether the last one failed, at `/metrics`. */
export function setBackupFigures(metrics: Metrics, context: Pick<Context, 'pool'>, maxAgeDays: number): void {
  if (maxAgeDays === 0) return
  const readFacts = () => workForAllCustomers(context, readBackupFacts)
  metrics.setFigure(
    'vakt_backup_age_seconds',
    'How old the newest complete backup is; while there is none, for how long Vakt has been looking for one.',
    async () => {
      const facts = await readFacts()
      const since = facts.isDemo ? null : unsavedSince(facts)
      return since ? (Date.now() - since.getTime()) / 1000 : Number.NaN
    },
  )
  metrics.setFigure(
    'vakt_backup_failed',
    '1 while the last backup failed, or could not be copied elsewhere, and none has succeeded since; else 0.',
    async () => {
      // By age it is the other figure.
      const problems = findBackupProblems(await readFacts(), { maxAgeDays: Number.POSITIVE_INFINITY, now: new Date() })
      return problems.length > 0 ? 1 : 0
    },
  )
}
