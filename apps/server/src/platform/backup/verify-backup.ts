import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type ArchiveEntry, explainReadError, readArchive } from './archive.ts'
import {
  type BackupChecksums,
  type BackupHeader,
  BackupRefused,
  checksumsName,
  headerName,
  keyOfObject,
  readChecksums,
  readHeader,
  tableOfPart,
} from './backup-format.ts'

export type VerifiedBackup = { header: BackupHeader; checksums: BackupChecksums }

type Sums = Map<string, { bytes: number; hash: ReturnType<typeof createHash> }>

async function addToSum(sums: Sums, name: string, { content }: ArchiveEntry): Promise<void> {
  const sum = sums.get(name) ?? { bytes: 0, hash: createHash('sha256') }
  sums.set(name, sum)
  for await (const chunk of content) {
    sum.bytes += chunk.length
    sum.hash.update(chunk)
  }
}

function compare(file: string, sums: Sums, expected: Record<string, { bytes: number; sha256: string }>): void {
  const names = new Set([...sums.keys(), ...Object.keys(expected)])
  for (const name of names) {
    const [found, wanted] = [sums.get(name), expected[name]]
    if (!found || !wanted || found.bytes !== wanted.bytes || found.hash.digest('hex') !== wanted.sha256)
      throw new BackupRefused(`${file} is damaged: ${name} does not fit its checksum.`)
  }
}

async function readAll(file: string): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined
  let checksums: BackupChecksums | undefined
  const [tables, objects]: [Sums, Sums] = [new Map(), new Map()]
  for await (const entry of readArchive(file)) {
    const table = tableOfPart(entry.name)
    const key = keyOfObject(entry.name)
    if (!header) {
      if (entry.name !== headerName) throw new BackupRefused(`${file} is not a backup of Vakt.`)
      header = readHeader(await text(entry.content), file)
    } else if (entry.name === checksumsName) checksums = readChecksums(await text(entry.content), file)
    else if (table) await addToSum(tables, table, entry)
    else if (key) await addToSum(objects, key, entry)
    else throw new BackupRefused(`${file} is damaged: it holds ${entry.name}, which no backup does.`)
  }
  if (!header) throw new BackupRefused(`${file} is not a backup of Vakt.`)
  if (!checksums) throw new BackupRefused(`${file} is cut off: its end is missing.`)
  compare(file, tables, checksums.tables)
  compare(file, objects, checksums.objects)
  return { header, checksums }
}

/** Reads the whole file and holds it against its checksums. Throws BackupRefused where it is no backup, damaged or cut off. */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  try {
    return await readAll(file)
  } catch (error) {
    throw explainReadError(file, error)
  }
}
