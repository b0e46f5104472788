// `npm run restore -- --from FILE`: restores a backup into an empty database, and brings it up to date. With `--database-url` that database is
// another one than the installation's, which is told of it: a drill.
import { readRestoreArguments } from '#server/backup-arguments.ts'
import { type Config, readConfig } from '#server/config.ts'
import { connectDatabase, openOwner } from '#server/connect-database.ts'
import { explainCommandError } from '#server/explain-command-error.ts'
import { restoreAttachment } from '#server/features/attachments/backup-attachments.ts'
import { type Cleanup, describeCount, openOwnerForBackup, readPresentKeys } from '#server/open-for-backup.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { noteNow } from '#server/platform/installation-note-table.ts'
import { createLog } from '#server/platform/log.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const steps = { verifying: 'Verifying the file', loading: 'Loading the tables', indexing: 'Building the indexes' }

async function run(cleanups: Cleanup[]): Promise<void> {
  const { file, isWithoutKey, databaseUrl } = readRestoreArguments(process.argv.slice(2))
  const installed = readConfig()
  // A drill leaves the bucket of the installation alone: its files go into the database.
  const config = databaseUrl ? { ...installed, databaseUrl, objectStorage: null } : installed
  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  const owner = await openOwner(config, () => {}, cleanups)
  const storage = config.objectStorage && openObjectStorage(config.objectStorage)
  const { rows, tables, objects, createdAt } = await restoreBackup({
    owner,
    file,
    keys: isWithoutKey ? null : await readPresentKeys(config),
    putObject: restoreAttachment(storage),
    onProgress: (step) => say(`  ${steps[step]} … ${seconds()}`),
  })
  const database = await connectDatabase(config, owner, createLog('silent'), (text) => say(`  ${text} … ${seconds()}`))
  await database.close()
  const files = `${describeCount(objects, 'file', 'files')} of the bucket`
  say(`Restored ${describeCount(rows, 'row', 'rows')} of ${tables} tables and ${files}, as of ${createdAt}, in ${seconds()}.`)
  if (databaseUrl)
    await noteDrill(installed, cleanups).catch((error) => say(`It could not be noted in the installation. ${explainCommandError(error)}`))
}

/** The set-up checklist of the installation says when a restore was last tried. */
async function noteDrill(config: Config, cleanups: Cleanup[]): Promise<void> {
  const owner = await openOwnerForBackup(config, cleanups)
  const database = await connectDatabase(config, owner, createLog('silent'), () => {})
  cleanups.push(database.close)
  await noteNow(database.worker, 'backup-restored-elsewhere')
  say('Noted in the set-up checklist of the installation.')
}

const cleanups: Cleanup[] = []
try {
  await run(cleanups)
} catch (error) {
  process.stderr.write(`Nothing was restored. ${explainCommandError(error)}\n`)
  process.exitCode = 1
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
