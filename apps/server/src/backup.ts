// `npm run backup -- --to FILE`: writes the whole installation into one file, also while it runs.
import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { explainCommandError } from '#server/explain-command-error.ts'
import { attachmentObjects } from '#server/features/attachments/backup-attachments.ts'
import { type Cleanup, describeCount, describeSize, openOwnerForBackup, readBackupArguments } from '#server/open-for-backup.ts'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { keyFileOf } from '#server/platform/keys/key-file.ts'
import { openObjectStorage } from '#server/platform/object-storage.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const warn = (text: string) => process.stderr.write(`${text}\n`)

async function run(cleanups: Cleanup[]): Promise<void> {
  const { file, isWithout: isWithoutBucket } = readBackupArguments('to', process.argv.slice(2))
  if (existsSync(file)) throw new BackupRefused(`There is a file ${file} already: choose another name.`)
  const config = readConfig()
  const startedAt = performance.now()
  const owner = await openOwnerForBackup(config, cleanups)
  const storage = config.objectStorage && openObjectStorage(config.objectStorage)
  const onMissing = (key: string) => warn(`The bucket has lost ${key}, which a ticket refers to: it is not in the backup.`)
  const { rows, tables, objects, fileBytes, keyIds } = await writeBackup({
    owner,
    file,
    ...(!isWithoutBucket && { readObjects: attachmentObjects(storage, onMissing) }),
  })
  const what = `${describeCount(rows, 'row', 'rows')} of ${tables} tables and ${describeCount(objects, 'file', 'files')} of the bucket`
  say(`Backed up ${what} to ${file} (${describeSize(fileBytes)}) in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  const place = config.secretKeys ? 'SECRET_KEY' : keyFileOf(config.dataFolder)
  if (keyIds.length > 0)
    say(`Its secrets are encrypted with the key ${keyIds.join(', ')} of ${place}, which is not in it: keep that apart.`)
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
