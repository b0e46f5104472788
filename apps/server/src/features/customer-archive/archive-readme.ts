import { archiveKeptDays } from '@vakt/contract/customers/customer-archive.ts'
import { notInTheArchive } from './archive-contents.ts'
import type { ArchiveKind } from './archive-kind.ts'

/** Of one file in the archive; `rows` where it holds rows. */
export type FileEntry = { name: string; holds: string; rows?: number; bytes: number; sha256: string }

export type Manifest = {
  customer: { id: string; name: string }
  askedBy: string
  askedAt: string
  startedAt: string
  finishedAt: string
  files: FileEntry[]
  /** Attachments whose content is in no store any more. */
  lost: string[]
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

/** The README of an archive: plain text, for someone who has never seen Vakt. */
export function describeArchive(
  { customer, askedBy, askedAt, startedAt, finishedAt, files, lost }: Manifest,
  kinds: readonly ArchiveKind[],
): string {
  const rowsOf = (name: string) => files.find((file) => file.name === `${name}.csv`)?.rows ?? 0
  const attachments = files.filter(({ name }) => name.startsWith('attachments/')).length
  const text = `Everything that Vakt has of ${customer.name} (${customer.id})

Asked for by ${askedBy}, ${askedAt}.
Read between ${startedAt} and ${finishedAt}. What changed in between may be in one file and not yet in another.
It can be downloaded from Vakt for ${archiveKeptDays} days.

FILES

Each kind is there twice with the same rows: as CSV (UTF-8, comma separated, RFC 4180) and as JSON (a list of objects).
Columns that are named like the id of another file refer to its rows. Lists and objects inside CSV cells are JSON.
A cell that a spreadsheet would run as a formula begins with an apostrophe; JSON has every text as it is.

${listOf([...kinds.map(({ name, holds }) => `${name}: ${holds} (${rowsOf(name)})`), `attachments/TICKET/ID-NAME: the files of attachments (${attachments})`])}

manifest.json has the number of rows, the size in bytes and the SHA-256 of each file, but of itself and this one.

TIMES

Times are UTC in ISO 8601, such as 2026-11-27T12:00:00.000Z. Dates without a time are of the day on which work was done.

NOT IN THIS ARCHIVE

${listOf(notInTheArchive)}
${lost.length > 0 ? `\nATTACHMENTS WHOSE CONTENT IS LOST\n\n${listOf(lost)}\n` : ''}`
  return text.replaceAll('\n', '\r\n')
}
