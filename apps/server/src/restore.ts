// `npm run restore -- --from FILE`: restores a backup into an empty database, and brings it up to date.
import { readConfig } from '#server/config.ts'
import { explainCommandError } from '#server/explain-command-error.ts'
import { restoreAttachment } from '#server/features/attachments/backup-attachments.ts'
import { type Cleanup, describeCount, readBackupArguments, readPresentKeys } from '#server/open-for-backup.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { createLog } from '#server/platform/log.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'
import { connectDatabase, openOwner } from '#server/start.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const steps = { verifying: 'Verifying the file', loading: 'Loading the tables', indexing: 'Building the indexes' }

async function run(cleanups: Cleanup[]): Promise<void> {
  const { file, isWithout: isWithoutKey } = readBackupArguments('from', process.argv.slice(2))
  const config = readConfig()
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
