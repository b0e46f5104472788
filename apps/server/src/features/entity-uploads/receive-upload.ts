import { randomUUID } from 'node:crypto'
import { type EntityUpload, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import { cleanFileName } from '@vakt/domain/attachment-file.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound } from '#server/platform/errors.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { createEncodingDetector } from './detect-encoding.ts'
import {
  countOpenUploads,
  deleteUpload,
  insertPart,
  insertUpload,
  lockUploads,
  readHabit,
  readUpload,
  writeReceived,
  writeShape,
} from './entity-upload-table.ts'
import { presentUpload } from './present-upload.ts'
import { findShape, refuse } from './upload-shape.ts'

const partBytes = 512 * 1024
/** So much of the beginning says what the file is like. */
export const sampleBytes = 256 * 1024

/** Chunks of whatever size as parts of one size. */
async function* gatherParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Archives, workbooks, pictures and the like, told by how they begin. */
async function refuseOtherKinds(start: Buffer): Promise<void> {
  const { fileTypeFromBuffer } = await import('file-type')
  const kind = await fileTypeFromBuffer(start.subarray(0, 64 * 1024))
  if (!kind) return
  if (/spreadsheet|ms-excel|x-cfb|opendocument/.test(kind.mime))
    throw refuse('This is a workbook. Save the sheet as CSV and send that.', 'is_workbook')
  throw refuse(`This is a file of the kind ${kind.ext}. Send CSV or JSON.`, 'other_kind')
}

type Received = { size: number; start: Buffer; encoding: EntityUpload['encoding'] }

/** Keeps the file part by part; never more of it than one is in memory. */
async function keepParts(context: Context, customerId: string, uploadId: string, chunks: AsyncIterable<Buffer>): Promise<Received> {
  const detector = createEncodingDetector()
  let start = Buffer.alloc(0)
  let [size, number] = [0, 0]
  for await (const content of gatherParts(chunks)) {
    if (number === 0) {
      start = Buffer.from(content.subarray(0, sampleBytes))
      await refuseOtherKinds(start)
    }
    detector.add(content)
    const isKept = await inTransaction(context, customerId, (transaction) =>
      insertPart(transaction, customerId, { uploadId, number, content, now: new Date() }),
    )
    if (!isKept) throw new NotFound()
    size += content.length
    number += 1
  }
  return { size, start, encoding: detector.find() }
}

/** Takes a file in and finds out what it is like. Nothing is imported by it. */
export async function receiveUpload(
  context: Context,
  customerId: string,
  { fileName: given, streamFile }: { fileName: string; streamFile: () => AsyncIterable<Buffer> },
): Promise<EntityUpload> {
  const fileName = cleanFileName(given)
  if (!fileName) throw Invalid.field('fileName', 'The file needs a name.', 'entity_upload.no_file_name')
  const uploadId = randomUUID()
  const { actor, now } = context
  // What its parts write is no answer yet.
  const { idempotency: _, ...plain } = context
  const createdBy = actor.type === 'user' ? actor.name : actor.job
  await inTransaction(plain, customerId, async (transaction) => {
    await lockUploads(transaction, customerId)
    if ((await countOpenUploads(transaction, customerId)) >= uploadLimits.maxOpen)
      throw Conflict.field('file', `${uploadLimits.maxOpen} files are here already. Import or remove one first.`, 'entity_upload.too_many')
    await insertUpload(transaction, customerId, { uploadId, fileName, createdBy, now })
  })
  try {
    const { size, start, encoding } = await keepParts(plain, customerId, uploadId, streamFile())
    const text = new TextDecoder(encoding).decode(start, { stream: true })
    return await inTransaction(context, customerId, async (transaction) => {
      const { uses, typeForAll } = await readHabit(transaction, customerId)
      const shape = findShape(text, { fileName, habit: uses, encoding })
      await writeReceived(transaction, customerId, { uploadId, size, typeForAll })
      await writeShape(transaction, customerId, uploadId, shape)
      await recordAction(transaction, context, customerId, {
        action: 'entity-upload.receive',
        target: uploadId,
        details: { fileName, size },
      })
      const upload = await readUpload(transaction, customerId, uploadId)
      if (!upload) throw new NotFound()
      return presentUpload(upload)
    })
  } catch (error) {
    await inTransaction(plain, customerId, (transaction) => deleteUpload(transaction, customerId, uploadId)).catch((failure) =>
      context.log.warn({ err: failure, uploadId }, 'a refused upload is removed later'),
    )
    throw error
  }
}
