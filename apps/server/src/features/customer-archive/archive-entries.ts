import { createHash } from 'node:crypto'
import { cleanFileName, isImageType } from '@vakt/domain/attachment-file.ts'
import { csvLine } from '#server/platform/http/write-csv.ts'
import type { ZipEntry } from '#server/platform/pack-zip.ts'
import { type ArchiveKind, fieldsOf } from './archive-kind.ts'
import { describeArchive, type FileEntry, type Manifest } from './archive-readme.ts'
import type { ArchivedFile, ArchivedRow, RowPage } from './archived-row-table.ts'

/** Where the content of an archive comes from. */
export type ArchiveSource = {
  readPage(archived: ArchiveKind, after: readonly string[] | null): Promise<RowPage>
  countFiles(): Promise<number>
  readFiles(after: string | null): Promise<ArchivedFile[]>
  /** Null when it is lost. */
  readContent(attachmentId: string): Promise<Buffer | null>
}

export type ArchiveProgress = { filesWritten: number; files: number; rows: number }

// Spreadsheets take a file without this mark for one of the system's own encoding, and å, ä and ö break.
const byteOrderMark = '\uFEFF'

async function* csvOf(pages: AsyncIterable<ArchivedRow[]>, fields: readonly string[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(fields)
  for await (const rows of pages) yield rows.map((row) => csvLine(fields.map((field) => row[field]))).join('')
}

async function* jsonOf(pages: AsyncIterable<ArchivedRow[]>): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

/** Notes size and hash of a file while it goes by. */
async function* measured(content: AsyncIterable<Buffer | string>, into: FileEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of content) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    into.bytes += bytes.length
    yield bytes
  }
  into.sha256 = hash.digest('hex')
}

async function* once(content: Buffer | string): AsyncGenerator<Buffer | string> {
  yield content
}

/** No two files have the same place, whatever they are called, and none leaves its folder. */
const placeOf = ({ attachmentId, ticketId, fileName }: ArchivedFile) =>
  `attachments/${ticketId}/${attachmentId}-${(cleanFileName(fileName) ?? 'file').replaceAll(/[^\p{L}\p{M}\p{N}\p{S}\p{P} ]/gu, '_')}`

/** The files of an archive, the last of which say what the others are. `onFile` is awaited after each. */
export async function* archiveEntries(
  source: ArchiveSource,
  about: Pick<Manifest, 'customer' | 'askedBy' | 'askedAt' | 'startedAt'>,
  kinds: readonly ArchiveKind[],
  { now, onFile }: { now: () => Date; onFile: (progress: ArchiveProgress) => Promise<void> },
): AsyncGenerator<ZipEntry> {
  const files: FileEntry[] = []
  const lost: string[] = []
  const total = kinds.length * 2 + (await source.countFiles())
  let rows = 0
  const entryOf = (name: string, holds: string, content: AsyncIterable<Buffer | string>) => {
    const file: FileEntry = { name, holds, bytes: 0, sha256: '' }
    files.push(file)
    return { file, entry: { name, content: measured(content, file) } }
  }
  const report = () => onFile({ filesWritten: files.length, files: Math.max(total, files.length), rows })

  async function* pagesOf(archived: ArchiveKind, count: (rows: number) => void): AsyncGenerator<ArchivedRow[]> {
    let after: readonly string[] | null = null
    do {
      const page: RowPage = await source.readPage(archived, after)
      count(page.rows.length)
      yield page.rows
      after = page.next
    } while (after)
  }

  for (const archived of kinds)
    for (const format of ['csv', 'json'] as const) {
      let ofFile = 0
      const pages = pagesOf(archived, (count) => {
        ofFile += count
      })
      const content = format === 'csv' ? csvOf(pages, fieldsOf(archived)) : jsonOf(pages)
      const { file, entry } = entryOf(`${archived.name}.${format}`, archived.holds, content)
      yield entry
      file.rows = ofFile
      if (format === 'csv') rows += ofFile
      await report()
    }
  for (let after: string | null = null, page = await source.readFiles(after); page.length > 0; page = await source.readFiles(after)) {
    for (const attachment of page) {
      after = attachment.attachmentId
      const content = await source.readContent(attachment.attachmentId)
      if (!content) {
        lost.push(placeOf(attachment))
        continue
      }
      const { entry } = entryOf(placeOf(attachment), 'Attachment', once(content))
      yield { ...entry, isPacked: isImageType(attachment.contentType) }
      await report()
    }
  }
  const manifest: Manifest = { ...about, finishedAt: now().toISOString(), files, lost }
  yield { name: 'manifest.json', content: once(`${JSON.stringify(manifest, null, 1)}\n`) }
  yield { name: 'README.txt', content: once(describeArchive(manifest, kinds)) }
}
