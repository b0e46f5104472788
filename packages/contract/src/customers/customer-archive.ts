import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'

/** For how many days an archive can be downloaded. */
export const archiveKeptDays = 7

export const archiveStates = ['waiting', 'writing', 'ready', 'failed'] as const
export type ArchiveState = (typeof archiveStates)[number]

const count = () => Type.Integer({ minimum: 0 })

/** One ZIP file with everything of a customer. */
export const CustomerArchive = object({
  archiveId: Type.String(),
  state: oneOf(archiveStates),
  askedAt: moment(),
  /** The name of who asked for it. */
  askedBy: Type.String(),
  /** Of the files in it: how many are written, and how many there will be, 0 until that is known. */
  filesWritten: count(),
  files: count(),
  rows: count(),
  bytes: count(),
  finishedAt: nullable(moment()),
  /** When it is removed; null until it is ready. */
  expiresAt: nullable(moment()),
  /** Why the last attempt failed. */
  failure: nullable(Type.String()),
})
export type CustomerArchive = Static<typeof CustomerArchive>

export const listCustomerArchives = operation({
  summary: 'The archives of a customer that are written or can be downloaded, the newest first',
  method: 'GET',
  path: '/admin/customer/:customerId/archive',
  access: 'global-admin',
  result: object({ archives: Type.Array(CustomerArchive) }),
})

export const askForCustomerArchive = operation({
  summary: 'Have everything of a customer, open or closed, written to one ZIP file. While one is written, the answer is that one',
  method: 'POST',
  path: '/admin/customer/:customerId/archive',
  access: 'global-admin',
  announces: { content: ['customer-archives'], to: 'staff' },
  recordsItself: ['customer.archive'],
  noIdempotencyKey: 'Who asks again while one is written gets that one.',
  result: CustomerArchive,
})

export const downloadCustomerArchive = operation({
  summary: 'The ZIP file, for 7 days after it was written. Each download is in the audit log',
  method: 'GET',
  path: '/admin/customer/:customerId/archive/:archiveId',
  access: 'global-admin',
  fileAnswer: true,
})
