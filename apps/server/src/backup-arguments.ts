import path from 'node:path'
import { parseArgs } from 'node:util'
import { BackupRefused } from '#server/platform/backup/backup-format.ts'
import { commandLine } from '#server/platform/command-line.ts'

const usages = {
  backup: commandLine(
    'backup',
    '--to FILE | --to-folder FOLDER [--keep-daily N] [--keep-weekly N] [--copy-with PROGRAM] [--without-bucket]',
  ),
  restore: commandLine('restore', '--from FILE [--without-key] [--database-url URL]'),
}

const refused = (command: keyof typeof usages) => new BackupRefused(`Use it as: ${usages[command]}`)

type BackupArguments = {
  /** Either the file to write, or the folder that it gets a name of its own in. */
  target: { file: string } | { folder: string }
  /** Which backups of the folder stay; null: all. */
  keep: { daily: number; weekly: number } | null
  /** The operator's program that copies the file to another place. */
  copyWith: string | null
  isWithoutBucket: boolean
}

/** A whole number of at least 1; null where the option is not given. */
function readCount(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw refused('backup')
  return Number(text)
}

const backupOptions = {
  to: { type: 'string' },
  'to-folder': { type: 'string' },
  'keep-daily': { type: 'string' },
  'keep-weekly': { type: 'string' },
  'copy-with': { type: 'string' },
  'without-bucket': { type: 'boolean' },
} as const

function parse<Parsed>(command: keyof typeof usages, read: () => Parsed): Parsed {
  try {
    return read()
  } catch {
    throw refused(command)
  }
}

/** What the command `backup` is to do. Throws BackupRefused with the usage. */
export function readBackupArguments(args: string[]): BackupArguments {
  const { values } = parse('backup', () => parseArgs({ args, options: backupOptions }))
  const { to, 'to-folder': folder, 'copy-with': copyWith } = values
  if (Boolean(to) === Boolean(folder) || to === '' || folder === '' || copyWith === '') throw refused('backup')
  const [daily, weekly] = [readCount(values['keep-daily']), readCount(values['keep-weekly'])]
  const isRotated = daily !== null || weekly !== null
  if (isRotated && !folder) throw refused('backup')
  return {
    target: folder ? { folder: path.resolve(folder) } : { file: path.resolve(to ?? '') },
    keep: isRotated ? { daily: daily ?? 0, weekly: weekly ?? 0 } : null,
    copyWith: copyWith ?? null,
    isWithoutBucket: values['without-bucket'] === true,
  }
}

type RestoreArguments = {
  file: string
  isWithoutKey: boolean
  /** An empty database beside the one of the installation. */
  databaseUrl: string | null
}

/** What the command `restore` is to do. Throws BackupRefused with the usage. */
export function readRestoreArguments(args: string[]): RestoreArguments {
  const options = { from: { type: 'string' }, 'without-key': { type: 'boolean' }, 'database-url': { type: 'string' } } as const
  const { values } = parse('restore', () => parseArgs({ args, options }))
  const { from, 'database-url': databaseUrl } = values
  if (!from || databaseUrl === '') throw refused('restore')
  return { file: path.resolve(from), isWithoutKey: values['without-key'] === true, databaseUrl: databaseUrl ?? null }
}
