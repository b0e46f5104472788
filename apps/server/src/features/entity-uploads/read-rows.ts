import { type EntityUpload, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import type { UploadRow } from '@vakt/domain/upload-row.ts'
import { BrokenFile } from './broken-file.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'

/** A little at a time, so that others get in between. */
const pieceLength = 32 * 1024

async function* decode(parts: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of parts)
    for (let from = 0; from < part.length; from += pieceLength)
      yield decoder.decode(part.subarray(from, from + pieceLength), { stream: true })
  yield decoder.decode()
}

/** A cell costs something even if nothing stands in it. */
const weightOfCell = 16

async function* readCsvRows(texts: AsyncIterable<string>, upload: Shape): AsyncGenerator<ReadRow> {
  const columnNames = upload.columns.map(({ name }) => name)
  let isHeader = upload.hasHeader
  for await (const row of readCsv(texts, { delimiter: upload.delimiter, columnNames })) {
    if (!isHeader) yield { ...row, weight: row.cells.reduce((sum, cell) => sum + cell.length + weightOfCell, 0) }
    isHeader = false
  }
}

/** A row that is no object has no cells. */
async function* readJsonRows(texts: AsyncIterable<string>, { columns }: Shape): AsyncGenerator<ReadRow> {
  const names = columns.map(({ name }) => name)
  const known = new Set(names)
  for await (const { row, value, length } of readJson(texts)) {
    const weight = length + names.length * weightOfCell
    if (value === null) yield { row, cells: [], isNone: true, weight }
    else {
      const cells = names.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined))
      const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !known.has(key)))
      yield { row, cells, rest, weight }
    }
  }
}

type Shape = Pick<EntityUpload, 'format' | 'encoding' | 'delimiter' | 'hasHeader' | 'columns'>
/** `weight`: about how much memory it takes. */
export type ReadRow = UploadRow & { isNone?: boolean; weight: number }

const mostInPortion = 500
const mostWeight = 500_000

/** The rows of a file in portions, no matter how large it is. Throws BrokenFile where it stops being readable. */
export async function* readRows(parts: AsyncIterable<Buffer>, upload: Shape): AsyncGenerator<ReadRow[]> {
  const texts = decode(parts, upload.encoding)
  let portion: ReadRow[] = []
  let weight = 0
  let count = 0
  let broken: BrokenFile | undefined
  try {
    for await (const row of upload.format === 'csv' ? readCsvRows(texts, upload) : readJsonRows(texts, upload)) {
      count += 1
      if (count > uploadLimits.maxRows) throw new BrokenFile('too_many_rows', row.row)
      portion.push(row)
      weight += row.weight
      if (portion.length < mostInPortion && weight < mostWeight) continue
      yield portion
      portion = []
      weight = 0
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    broken = error
  }
  if (portion.length > 0) yield portion
  if (broken) throw broken
}
