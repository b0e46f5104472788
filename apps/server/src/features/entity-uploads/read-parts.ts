import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readPart } from './entity-upload-table.ts'

/** The file as it was sent, part by part; `onRead` hears how many bytes were read by then. */
export async function* readParts(
  context: Pick<Context, 'pool'>,
  { customerId, uploadId }: { customerId: string; uploadId: string },
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for (let number = 0; ; number++) {
    const part = await inTransaction(context, customerId, (transaction) => readPart(transaction, customerId, uploadId, number))
    if (!part) return
    bytes += part.length
    onRead(bytes)
    yield part
  }
}
