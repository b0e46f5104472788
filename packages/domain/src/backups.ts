const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What is known of the backups of an installation. */
export type BackupFacts = {
  /** The newest complete one, as of when its rows are. */
  made: { at: Date; copy: 'none' | 'made' | 'failed'; reason: string } | null
  /** The newest attempt that failed. */
  failed: { at: Date; reason: string } | null
  /** Since when no backup could be missed: the first start of a version that watches, or a restore. */
  watchedSince: Date | null
  isDemo: boolean
}

/** `old`: no complete backup for too long. `failed`: the last attempt failed. `copy`: the newest backup could not be copied elsewhere. */
export type BackupProblem = { kind: 'old' | 'failed' | 'copy'; at: Date | null; reason: string }

/** Since when the rows of the installation are in no backup, or could be; null while that is not known. */
export function unsavedSince({ made, watchedSince }: BackupFacts): Date | null {
  return !made || (watchedSince && watchedSince > made.at) ? watchedSince : made.at
}

/** What is wrong with the backups. With `maxAgeDays` 0 others back the database up, and the demo needs none. */
export function findBackupProblems(facts: BackupFacts, { maxAgeDays, now }: { maxAgeDays: number; now: Date }): BackupProblem[] {
  const { made, failed, isDemo } = facts
  if (maxAgeDays === 0 || isDemo) return []
  const since = unsavedSince(facts)
  const lastFailure = failed && (!made || failed.at > made.at) ? failed : null
  const problems: BackupProblem[] = []
  if (since && now.getTime() - since.getTime() > maxAgeDays * dayMs)
    problems.push({ kind: 'old', at: made?.at ?? null, reason: lastFailure?.reason ?? '' })
  else if (lastFailure) problems.push({ kind: 'failed', ...lastFailure })
  if (made?.copy === 'failed') problems.push({ kind: 'copy', at: made.at, reason: made.reason })
  return problems
}

/** The name of a backup in a folder that is rotated, by the start of the backup: `vakt-2026-11-27T021500Z.tar.gz`. */
export const backupName = (startedAt: Date): string => `vakt-${startedAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

/** When the backup of this name was begun; null of every other name. */
function startOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = /^vakt-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name) ?? []
  const start = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(start.getTime()) ? null : start
}

export const isBackupName = (name: string): boolean => startOf(name) !== null

/** Days since 1970, and weeks that begin on Monday. */
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)

/**
 * Which backups of a folder are not kept: all but the newest one of each of the last `daily` days and `weekly` weeks (UTC, from Monday) that have one. Days without
 * a backup do not count, so that the last ones stay when no new ones are made. Other names are never among them.
 */
export function backupsToRemove(names: readonly string[], { daily, weekly }: { daily: number; weekly: number }): string[] {
  const backups = names.flatMap((name) => {
    const start = startOf(name)
    return start ? [{ name, start }] : []
  })
  backups.sort((a, b) => b.start.getTime() - a.start.getTime())
  const newestOf = (period: (at: Date) => number, count: number) => {
    const newest = new Map<number, string>()
    for (const { name, start } of backups) if (!newest.has(period(start))) newest.set(period(start), name)
    return [...newest.values()].slice(0, count)
  }
  const kept = new Set([...newestOf(dayOf, daily), ...newestOf(weekOf, weekly), ...backups.slice(0, 1).map(({ name }) => name)])
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}
