import { pipeline, Readable } from 'node:stream'
import { type FileProblem, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { undefuse } from '#server/platform/http/write-csv.ts'
import { BrokenFile } from './broken-file.ts'

type Cells = readonly string[]

const optionsFor = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: uploadLimits.maxRowLength,
})

const problems: Record<string, FileProblem> = {
  CSV_QUOTE_NOT_CLOSED: 'quote_not_closed',
  CSV_INVALID_CLOSING_QUOTE: 'quote_misplaced',
  INVALID_OPENING_QUOTE: 'quote_misplaced',
}

/** Where a row that is much too long began with a quotation mark, that one was not closed. */
function explain(error: CsvError, columnNames: readonly string[]): BrokenFile {
  const { records = 0, index = 0, quoting, code } = error as CsvError & { records?: number; index?: number; quoting?: boolean }
  const tooLong = code === 'CSV_MAX_RECORD_SIZE' ? (quoting ? 'quote_not_closed' : 'row_too_long') : undefined
  return new BrokenFile(tooLong ?? problems[code] ?? 'cannot_be_read', records + 1, columnNames[index] ?? String(index + 1))
}

/** Spreadsheets begin a file with `sep=;` to say what it is separated by. */
const isSeparatorLine = ([first = '']: Cells) => /^sep=/i.test(first)
/** Also a row of separators alone. */
const isEmpty = (cells: Cells) => cells.every((cell) => cell.trim() === '')

/** The rows of the file with their numbers, counted from 1; empty lines are left out. Throws BrokenFile. */
export async function* readCsv(
  texts: AsyncIterable<string>,
  { delimiter, columnNames }: { delimiter: string; columnNames: readonly string[] },
): AsyncGenerator<{ row: number; cells: Cells }> {
  const parser = pipeline(Readable.from(texts, { objectMode: true, highWaterMark: 1 }), parse(optionsFor(delimiter)), () => {})
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<Cells>) {
      row += 1
      if (!isEmpty(cells) && !(row === 1 && isSeparatorLine(cells))) yield { row, cells: cells.map(undefuse) }
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error, columnNames) : error
  }
}

const sampleRows = 50

/** The first rows of what may be cut off anywhere; `isWhole` is false where the row after them cannot be read. */
export function sampleCsv(text: string, delimiter: string): { rows: Cells[]; isWhole: boolean } {
  const read = (to: number): Cells[] => (to > 0 ? (parseAtOnce(text, { ...optionsFor(delimiter), to }) as string[][]) : [])
  const clean = (rows: Cells[]) =>
    rows.filter((cells, index) => !isEmpty(cells) && !(index === 0 && isSeparatorLine(cells))).map((cells) => cells.map(undefuse))
  try {
    return { rows: clean(read(sampleRows + 1)), isWhole: true }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { records = 0 } = error as CsvError & { records?: number }
    return { rows: clean(read(records)), isWhole: false }
  }
}
