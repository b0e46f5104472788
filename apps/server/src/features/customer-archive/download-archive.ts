import { Readable } from 'node:stream'
import { cleanFileName } from '@vakt/domain/attachment-file.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { ArchiveStore } from './archive-store.ts'
import { readPart, readReadyArchive } from './customer-archive-table.ts'

const fileNameOf = (customerName: string, finishedAt: Date) => {
  const name = (cleanFileName(customerName.replaceAll(/[/\\]/g, '-')) ?? '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `customer-${name.slice(0, 80) || 'archive'}-${finishedAt.toISOString().slice(0, 10)}.zip`
}

/** The finished archive, part after part as the reader takes it. What is not whole, is past its time or another customer's is not there. */
export async function downloadCustomerArchive(
  context: Context,
  store: ArchiveStore,
  { customerId, archiveId: id }: { customerId: string; archiveId: string },
): Promise<FileAnswer> {
  const archiveId = readUuid(id).toLowerCase()
  const found = await inTransaction(context, customerId, (transaction) => readReadyArchive(transaction, customerId, archiveId, context.now))
  if (!found) throw new NotFound()
  const { writingId, parts, bytes, finishedAt, customerName } = found
  const read = async (number: number): Promise<Buffer | null> => {
    const part = { archiveId, writingId, number }
    const kept = await inTransaction(context, customerId, (transaction) => readPart(transaction, customerId, part))
    return kept === null ? store.get(part) : (kept ?? null)
  }
  // Before anything is sent: what a backup without the bucket brought back has no content.
  const first = await read(0)
  if (!first) throw new NotFound()
  await inTransaction(context, customerId, (transaction) =>
    recordAction(transaction, context, customerId, {
      action: 'customer.archive-download',
      target: archiveId,
      details: { name: customerName, bytes },
    }),
  )
  async function* content() {
    yield first as Buffer
    for (let number = 1; number < parts; number += 1) {
      const part = await read(number)
      if (!part) throw new Error(`Part ${number} of the archive ${archiveId} is gone.`)
      yield part
    }
  }
  return {
    fileName: fileNameOf(customerName, finishedAt),
    contentType: 'application/zip',
    content: Readable.from(content(), { objectMode: false }),
    bytes,
    isShownInline: false,
    version: writingId,
  }
}
