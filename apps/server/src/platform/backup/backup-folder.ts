import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { backupsToRemove, isBackupName } from '@vakt/domain/backups.ts'

/** A backup that is being made is written to all the time. */
const abandonedMs = 3_600_000

/** Removes what backups that were killed have left in a folder. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isPartial = name.endsWith('.partial') && isBackupName(name.slice(0, -'.partial'.length))
    const file = path.join(folder, name)
    if (isPartial && Date.now() - (await stat(file)).mtimeMs > abandonedMs) await rm(file, { force: true })
  }
}

/** Removes the backups of a folder that are not kept any more; answers how many. Call it once a new one is complete. */
export async function rotateBackups(folder: string, keep: { daily: number; weekly: number }): Promise<number> {
  const names = backupsToRemove(await readdir(folder), keep)
  for (const name of names) await rm(path.join(folder, name), { force: true })
  return names.length
}
