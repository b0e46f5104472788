import { randomUUID } from 'node:crypto'
import { archiveKeptDays } from '@vakt/contract/customers/customer-archive.ts'
import { keyOf } from '#server/features/attachments/attachment-store.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { type Job, LeaseLost } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import { announceContent } from '#server/platform/live/announce.ts'
import type { ObjectStorage } from '#server/platform/object-storage.ts'
import { packZip } from '#server/platform/pack-zip.ts'
import { archiveKinds } from './archive-contents.ts'
import { type ArchiveProgress, type ArchiveSource, archiveEntries } from './archive-entries.ts'
import { createArchiveStore } from './archive-store.ts'
import { countArchivedFiles, readArchivedContent, readArchivedFiles, readArchivedPage } from './archived-row-table.ts'
import {
  archiveQueueName,
  beginWriting,
  deleteParts,
  finishWriting,
  insertPart,
  noteFailure,
  noteProgress,
} from './customer-archive-table.ts'

const rowsAtOnce = 200
const filesAtOnce = 100
const usualPartBytes = 4 * 1024 * 1024
const maxAttempts = 5
/** How many files go in between two notes of how far it is. */
const filesBetweenNotes = 20
const dayMs = 86_400_000

/** Each page is a transaction that sees the rows of this customer only. */
function sourceOf(context: Context, customerId: string, storage: ObjectStorage | null): ArchiveSource {
  const read = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction({ pool: context.pool }, customerId, work)
  return {
    readPage: (archived, after) => read((transaction) => readArchivedPage(transaction, customerId, { archived, after, limit: rowsAtOnce })),
    countFiles: () => read((transaction) => countArchivedFiles(transaction, customerId)),
    readFiles: (after) => read((transaction) => readArchivedFiles(transaction, customerId, { after, limit: filesAtOnce })),
    readContent: async (attachmentId) =>
      (await read((transaction) => readArchivedContent(transaction, customerId, attachmentId))) ??
      (storage ? storage.get(keyOf(attachmentId, 'whole')) : null),
  }
}

/** Pieces of that size or a little more; the last one may be smaller. */
async function* inParts(pieces: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < size) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

type Writing = { archiveId: string; writingId: string }
type Place = { storage: ObjectStorage | null; partBytes: number }

const show = (context: Context, customerId: string) =>
  announceContent(context.pool, { content: ['customer-archives'], to: 'staff' }, { customerId, userId: '' })

const changeIn =
  (context: Context, customerId: string) =>
  <T>(work: (transaction: Transaction) => Promise<T>) =>
    inTransaction({ pool: context.pool }, customerId, work)

const lost = () => new LeaseLost('Another attempt writes the archive, or it was removed.')

async function storeParts(
  context: Context,
  customerId: string,
  { pieces, writing, signal, place }: { pieces: AsyncIterable<Buffer>; writing: Writing; signal: AbortSignal; place: Place },
): Promise<{ parts: number; bytes: number }> {
  const store = createArchiveStore(place.storage)
  let [parts, bytes] = [0, 0]
  for await (const part of inParts(pieces, place.partBytes)) {
    signal.throwIfAborted()
    const content = await store.put({ ...writing, number: parts }, part)
    const added = { ...writing, number: parts, content }
    if (!(await changeIn(context, customerId)((transaction) => insertPart(transaction, customerId, added)))) throw lost()
    parts += 1
    bytes += part.length
  }
  return { parts, bytes }
}

async function write({ customerId, rowId: archiveId }: Job, { createContext, signal, finish }: JobRun, place: Place): Promise<void> {
  const context = createContext()
  const change = changeIn(context, customerId)
  const writing = { archiveId, writingId: randomUUID() }
  const asked = await change(async (transaction) => {
    await deleteParts(transaction, customerId, archiveId)
    return beginWriting(transaction, customerId, writing)
  })
  if (!asked) return
  show(context, customerId)
  let progress: ArchiveProgress = { filesWritten: 0, files: 0, rows: 0 }
  const onFile = async (now: ArchiveProgress) => {
    progress = now
    if (now.filesWritten % filesBetweenNotes !== 0) return
    await change((transaction) => noteProgress(transaction, customerId, { ...writing, ...now }))
    show(context, customerId)
  }
  const about = {
    customer: { id: customerId, name: asked.customerName },
    askedBy: asked.askedBy,
    askedAt: asked.askedAt.toISOString(),
    startedAt: context.now.toISOString(),
  }
  const nowOf = () => createContext().now
  const entries = archiveEntries(sourceOf(context, customerId, place.storage), about, archiveKinds, { now: nowOf, onFile })
  const stored = await storeParts(context, customerId, { pieces: packZip(entries, context.now), writing, signal, place })
  const now = nowOf()
  const expiresAt = new Date(now.getTime() + archiveKeptDays * dayMs)
  await change(async (transaction) => {
    await noteProgress(transaction, customerId, { ...writing, ...progress })
    if (!(await finishWriting(transaction, customerId, { ...writing, ...stored, now, expiresAt }))) throw lost()
    await finish(transaction)
  })
  show(context, customerId)
}

async function noteReason({ customerId, rowId }: Job, context: Context, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  await changeIn(context, customerId)((transaction) => noteFailure(transaction, customerId, rowId, reason)).catch(() => {})
  show(context, customerId)
}

/** Writes archives of customers, of closed ones too; cut off, one is written again from its start, and none is offered before it is whole. */
export const archiveQueues = (storage: ObjectStorage | null, { partBytes = usualPartBytes } = {}): Record<string, Queue> => ({
  [archiveQueueName]: {
    slots: 1,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxSeconds: 6 * 3600,
    maxAttempts,
    isForClosed: true,
    async run(job, run) {
      try {
        await write(job, run, { storage, partBytes })
      } catch (error) {
        if (!(error instanceof LeaseLost) && !run.signal.aborted) await noteReason(job, run.createContext(), error)
        throw error
      }
    },
  },
})
