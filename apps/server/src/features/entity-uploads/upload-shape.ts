import {
  type ColumnUse,
  type EntityUpload,
  type UploadColumn,
  type UploadReading,
  uploadDelimiters,
  uploadLimits,
} from '@vakt/contract/entities/entity-uploads.ts'
import { guessUses } from '@vakt/domain/upload-columns.ts'
import { Invalid } from '#server/platform/errors.ts'
import { BrokenFile } from './broken-file.ts'
import { sampleCsv } from './read-csv.ts'
import { sampleJson } from './read-json.ts'

export type UploadShape = Pick<EntityUpload, 'format' | 'encoding' | 'delimiter' | 'hasHeader'> & { columns: UploadColumn[] }

const exampleCount = 3
const longestExample = 100
const longestName = 200

export const refuse = (message: string, key: string) => Invalid.field('file', message, `entity_upload.${key}`)

const show = (text: string, most: number) => text.replaceAll('\u0000', '�').slice(0, most).toWellFormed().trim()

/** How often each delimiter stands outside of quotes, line by line. */
function countDelimiters(text: string): Map<string, number[]> {
  const counts = new Map<string, number[]>(uploadDelimiters.map((delimiter) => [delimiter, []]))
  let line: Record<string, number> = {}
  let isQuoted = false
  for (const character of text.slice(0, 20_000)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '\n') {
      for (const [delimiter, lines] of counts) lines.push(line[delimiter] ?? 0)
      line = {}
    } else if (!isQuoted) line[character] = (line[character] ?? 0) + 1
  }
  if (counts.get(',')?.length === 0) for (const [delimiter, lines] of counts) lines.push(line[delimiter] ?? 0)
  return counts
}

/** The one that every line has most of. */
function findDelimiter(text: string): UploadReading['delimiter'] {
  const told = /^"?sep=([,;\t|])"?[\r\n]/i.exec(text)?.[1]
  if (told) return told as UploadReading['delimiter']
  const counts = countDelimiters(text)
  const weigh = (delimiter: string) => {
    const lines = (counts.get(delimiter) ?? []).slice(0, 20)
    return Math.min(...lines) * 10_000 + lines.reduce((sum, count) => sum + count, 0)
  }
  return uploadDelimiters.reduce((best, delimiter) => (weigh(delimiter) > weigh(best) ? delimiter : best))
}

/** Column names that are there, and each once. */
function nameColumns(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((given, index) => {
    const name = show(given, longestName) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

type Habit = Readonly<Record<string, ColumnUse>>

function describeColumns(names: readonly string[], rows: readonly (readonly unknown[])[], habit: Habit): UploadColumn[] {
  if (names.length > uploadLimits.maxColumns)
    throw refuse(`There are ${names.length} columns; at most ${uploadLimits.maxColumns} can be read.`, 'too_many_columns')
  const uses = guessUses(names, habit)
  const textOf = (value: unknown) =>
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return names.map((name, index) => ({
    name,
    use: uses[index] ?? 'none',
    examples: rows.slice(0, exampleCount).map((row) => show(textOf(row[index]), longestExample)),
  }))
}

function shapeCsv(text: string, reading: Pick<UploadShape, 'encoding'> & Partial<UploadReading>, habit: Habit): UploadShape {
  const delimiter = reading.delimiter ?? findDelimiter(text)
  const hasHeader = reading.hasHeader ?? true
  const { rows, isWhole } = sampleCsv(text, delimiter)
  if (rows.length === 0) throw refuse('Not even the first row can be read.', 'unreadable')
  // What is wrong with a first row that cannot be read is told with its number by the check, as of any other row.
  if (rows.length === 1 && hasHeader && isWhole) throw refuse('There is a header and no row below it.', 'no_rows')
  const [first = [], ...others] = rows
  const names = hasHeader ? nameColumns(first) : first.map((_, index) => `Column ${index + 1}`)
  const columns = describeColumns(names, hasHeader ? others : rows, habit)
  return { format: 'csv', encoding: reading.encoding, delimiter, hasHeader, columns }
}

/** Other keys are no columns of their own; the check tells of those that cannot be kept. */
const isName = (key: string) => key.length <= longestName && !key.includes('\u0000') && key.isWellFormed()

function shapeJson(text: string, encoding: UploadShape['encoding'], habit: Habit): UploadShape {
  const items = readFirstItems(text)
  if (items.length === 0) throw refuse('There is no object in it.', 'no_rows')
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter(isName)
  const rows = items.slice(0, exampleCount).map((item) => names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)))
  return { format: 'json', encoding, delimiter: ',', hasHeader: false, columns: describeColumns(names, rows, habit) }
}

function readFirstItems(text: string) {
  try {
    return sampleJson(text)
  } catch (error) {
    if (error instanceof BrokenFile) throw refuse(`This is not JSON. ${error.told.value ?? ''}`.trim(), 'not_json')
    throw error
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000e-\u001f]/g

/** What a file is like that begins with this text. Throws Invalid for what nothing can be made of. */
export function findShape(
  text: string,
  { fileName, habit, ...reading }: { fileName: string; habit: Habit; encoding: UploadReading['encoding'] } & Partial<UploadReading>,
): UploadShape {
  if (text.trim() === '') throw refuse('The file is empty.', 'empty')
  if ((text.match(control)?.length ?? 0) > text.length / 20) throw refuse('This is no file of text.', 'not_text')
  const isNamedCsv = /\.(csv|tsv)$/i.test(fileName)
  const isNamedJson = /\.(json|jsonl|ndjson)$/i.test(fileName)
  if (isNamedJson || (!isNamedCsv && /^\s*[[{]/.test(text))) return shapeJson(text, reading.encoding, habit)
  return shapeCsv(text, reading, habit)
}
