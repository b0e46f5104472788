// `npm run backup -- --to FILE`: writes the whole installation into one file, also while it runs, and notes in it how that went.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { backupName } from '@vakt/domain/backups.ts'
import { readBackupArguments } from '#server/backup-arguments.ts'
import { type Config, readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/connect-database.ts'
import { explainCommandError } from '#server/explain-command-error.ts'
import { attachmentObjects } from '#server/features/attachments/backup-attachments.ts'
import { type BackupNote, noteBackup, noteFailedBackup } from '#server/features/backups/note-backup.ts'
import { type Cleanup, describeCount, describeSize, openOwnerForBackup, readPresentKeys } from '#server/open-for-backup.ts'
import { removeAbandoned, rotateBackups } from '#server/platform/backup/backup-folder.ts'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { copyElsewhere } from '#server/platform/backup/copy-elsewhere.ts'
import { type BackupSummary, isUpToDate, writeBackup } from '#server/platform/backup/write-backup.ts'
import type { Context } from '#server/platform/context.ts'
import { keyFileOf } from '#server/platform/keys/key-file.ts'
import { createLog } from '#server/platform/log.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'

type Owner = Awaited<ReturnType<typeof openOwnerForBackup>>
type Arguments = ReturnType<typeof readBackupArguments>

const say = (text: string) => process.stdout.write(`${text}\n`)
const warn = (text: string) => process.stderr.write(`${text}\n`)

/** Writes a note into the installation. A database that this version has not upgraded, and one without its key, is left as it is. */
async function note(config: Config, owner: Owner, write: (context: Pick<Context, 'pool'>) => Promise<void>): Promise<void> {
  if (!(await isUpToDate(owner)) || (await readPresentKeys(config)).length === 0) return
  const database = await connectDatabase(config, owner, createLog('silent'), () => {})
  await write({ pool: database.worker }).finally(database.close)
}

function sayWhatWasMade(config: Config, file: string, seconds: number, { rows, tables, objects, fileBytes, keyIds }: BackupSummary): void {
  const what = `${describeCount(rows, 'row', 'rows')} of ${tables} tables and ${describeCount(objects, 'file', 'files')} of the bucket`
  say(`Backed up ${what} to ${file} (${describeSize(fileBytes)}) in ${seconds.toFixed(1)} s.`)
  const place = config.secretKeys ? 'SECRET_KEY' : keyFileOf(config.dataFolder)
  if (keyIds.length > 0)
    say(`Its secrets are encrypted with the key ${keyIds.join(', ')} of ${place}, which is not in it: keep that apart.`)
}

type Kept = Pick<BackupNote, 'copy' | 'reason'> & { problems: string[] }

/** Copies what was made, and removes older ones. `problems` are sentences. */
async function copyAndRotate(file: string, { target, keep, copyWith }: Arguments): Promise<Kept> {
  const problems: string[] = []
  const reason = copyWith === null ? null : await copyElsewhere(copyWith, file)
  if (reason) problems.push(`It could not be copied elsewhere: ${reason}.`)
  else if (copyWith !== null) say(`Copied elsewhere with ${copyWith}.`)
  if (keep && 'folder' in target) {
    const removed = await rotateBackups(target.folder, keep).catch((error: Error) => error)
    if (typeof removed !== 'number') problems.push(`Older backups could not be removed. ${explainCommandError(removed)}`)
    else if (removed > 0) say(`Removed ${describeCount(removed, 'older backup', 'older backups')}.`)
  }
  return { copy: copyWith === null ? 'none' : reason ? 'failed' : 'made', reason: reason ?? '', problems }
}

async function write(config: Config, owner: Owner, file: string, isWithoutBucket: boolean): Promise<BackupSummary> {
  const storage = config.objectStorage && openObjectStorage(config.objectStorage)
  const onMissing = (key: string) => warn(`The bucket has lost ${key}, which a ticket refers to: it is not in the backup.`)
  return writeBackup({ owner, file, ...(!isWithoutBucket && { readObjects: attachmentObjects(storage, onMissing) }) })
}

async function run(cleanups: Cleanup[]): Promise<void> {
  const given = readBackupArguments(process.argv.slice(2))
  const startedAt = new Date()
  const file = 'file' in given.target ? given.target.file : path.join(given.target.folder, backupName(startedAt))
  if (existsSync(file)) throw new BackupRefused(`There is a file ${file} already: choose another name.`)
  const config = readConfig()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const owner = await openOwnerForBackup(config, cleanups)
  const about = { startedAt, command: process.argv.slice(2).join(' ') }
  let made: BackupSummary
  try {
    if ('folder' in given.target) await removeAbandoned(given.target.folder)
    made = await write(config, owner, file, given.isWithoutBucket)
  } catch (error) {
    const reason = explainCommandError(error).split('\n')[0] ?? ''
    await note(config, owner, (context) => noteFailedBackup(context, { ...about, seconds: seconds(), reason })).catch(() => {})
    throw error
  }
  sayWhatWasMade(config, file, seconds(), made)
  const { problems, ...kept } = await copyAndRotate(file, given)
  const complete = { ...about, ...kept, file, bytes: made.fileBytes, seconds: seconds() }
  // The file is complete all the same, as one of a standby, which takes no note.
  await note(config, owner, (context) => noteBackup(context, complete)).catch((error) =>
    warn(`It could not be noted in the installation. ${explainCommandError(error)}`),
  )
  for (const problem of problems) warn(problem)
  if (problems.length > 0) process.exitCode = 1
}

const cleanups: Cleanup[] = []
try {
  await run(cleanups)
} catch (error) {
  warn(`Nothing was backed up. ${explainCommandError(error)}`)
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
