import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { Listing } from '#server/platform/http/serve.ts'
import { columnsOf, csvLine, csvRow } from '#server/platform/http/write-csv.ts'

export type ExportFormat = 'csv' | 'json'
type ReadPage = (after: readonly string[] | null) => Promise<Listing<unknown>>

// Spreadsheets take a file without this mark for one of the system's own encoding, and å, ä and ö break.
const byteOrderMark = '\uFEFF'

/** A row may hold a text of 20 kB: more of them would hold up what else waits in the process. */
const rowsAtOnce = 20

const writers = {
  csv(item: TSchema) {
    const columns = columnsOf(item)
    return {
      type: 'text/csv; charset=utf-8',
      head: byteOrderMark + csvLine(columns.map((path) => path.join('.'))),
      rows: (rows: unknown[]) => rows.map((row) => csvRow(row, columns)).join(''),
      tail: '',
    }
  },
  json() {
    let isFirst = true
    return {
      type: 'application/json; charset=utf-8',
      head: '{"result":[',
      rows: (rows: unknown[]) => {
        const text = rows.map((row) => JSON.stringify(row)).join(',\n')
        const separator = isFirst || text === '' ? '' : ',\n'
        isFirst &&= text === ''
        return separator + text
      },
      tail: '],"continuation_token":null}\n',
    }
  },
}

/**
 * Sends a whole list as a file, page after page as the reader takes them. The first page is read before anything is sent, so that what is
 * refused is answered as such; a failure later breaks the connection off.
 */
export async function streamExport(
  reply: FastifyReply,
  { format, name, item, readPage }: { format: ExportFormat; name: string; item: TSchema; readPage: ReadPage },
): Promise<FastifyReply> {
  const writer = writers[format](item)
  const first = await readPage(null)
  async function* write() {
    yield writer.head
    let page = first
    for (;;) {
      for (let at = 0; at === 0 || at < page.rows.length; at += rowsAtOnce) {
        yield writer.rows(page.rows.slice(at, at + rowsAtOnce))
        await nextTurn()
      }
      if (!page.next) break
      page = await readPage(page.next)
    }
    yield writer.tail
  }
  return reply
    .header('content-type', writer.type)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(write()))
}
