import Type from 'typebox'
import { Value } from 'typebox/value'

/**
 * A backup is a `tar.gz` that any tar can read: `backup.json`, then per table the parts of a binary `copy` (`tables/ticket/000001`, …),
 * then the objects of the bucket (`objects/attachments/…`), and last `checksums.json`, without which a file is cut off.
 */
export const headerName = 'backup.json'
export const checksumsName = 'checksums.json'
const currentFormat = 1

const Header = Type.Object({
  format: Type.Integer(),
  createdAt: Type.String(),
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), timestamp: Type.String() })),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /** Of the tables that are partitioned; absent in backups of versions that had none. */
  partitions: Type.Optional(Type.Array(Type.Object({ name: Type.String(), parent: Type.String(), bounds: Type.String() }))),
  /** The keys of SECRET_KEY that its secrets are encrypted with, by id; the keys themselves are not in it. */
  keyIds: Type.Array(Type.String()),
  /** As text: a bigint. */
  sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Type.String(), isCalled: Type.Boolean() })),
})
export type BackupHeader = Type.Static<typeof Header>

const Sum = Type.Object({ bytes: Type.Integer(), sha256: Type.String() })
const Checksums = Type.Object({
  /** Also how many rows; the bytes are those of the `copy`. */
  tables: Type.Record(Type.String(), Type.Intersect([Sum, Type.Object({ rows: Type.Integer() })])),
  objects: Type.Record(Type.String(), Sum),
})
export type BackupChecksums = Type.Static<typeof Checksums>

/** A backup or restore that is not done, for a reason that the operator can do something about; the message is one sentence. */
export class BackupRefused extends Error {}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws BackupRefused where the text is no header, or one of a format that this version does not know. */
export function readHeader(text: string, file: string): BackupHeader {
  const header = parse(text)
  if (!Value.Check(Header, header)) throw new BackupRefused(`${file} is not a backup of Vakt.`)
  if (header.format !== currentFormat)
    throw new BackupRefused(`${file} was made by a newer version of Vakt (backup format ${header.format}): restore it with that version.`)
  return header
}

export function readChecksums(text: string, file: string): BackupChecksums {
  const checksums = parse(text)
  if (!Value.Check(Checksums, checksums)) throw new BackupRefused(`${file} is damaged: its checksums cannot be read.`)
  return checksums
}

export const newHeader = (header: Omit<BackupHeader, 'format'>): BackupHeader => ({ format: currentFormat, ...header })

export const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`
export const tableOfPart = (entry: string): string | undefined => /^tables\/(.+)\/\d+$/.exec(entry)?.[1]
export const objectName = (key: string) => `objects/${key}`
export const keyOfObject = (entry: string): string | undefined => /^objects\/(.+)$/.exec(entry)?.[1]
