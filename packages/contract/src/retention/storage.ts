import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { storedKinds } from './stored-kinds.ts'

const bytes = (description?: string) => Type.Number({ minimum: 0, ...(description ? { description } : {}) })

const StoredPart = object({
  kind: oneOf(storedKinds),
  bytes: bytes('With its indexes'),
  rows: nullable(Type.Number({ minimum: 0, description: 'As the database estimates them; null until it has analysed the tables' })),
  /** Since `measuredFrom`; null until there is a measurement to compare with. */
  growthBytes: nullable(Type.Number()),
  /** Of the oldest row; null where there is none, or it is not looked up. */
  oldestAt: nullable(moment()),
  /** For how many days it is kept; null where no term holds. */
  days: nullable(Type.Integer({ minimum: 1 })),
  /** The shortest term, where a part of the kind goes before the rest; else as `days`. */
  shortestDays: nullable(Type.Integer({ minimum: 1 })),
})
export type StoredPart = Static<typeof StoredPart>

const Disk = object({
  /** The folder of the database. */
  folder: Type.String(),
  totalBytes: bytes(),
  freeBytes: bytes(),
  /** When it is full if the database goes on growing as it did; null where it does not grow, or not within ten years. */
  fullAt: nullable(moment()),
})
export type Disk = Static<typeof Disk>

/** It runs on another machine; it does not say to the login of Vakt where its folder is; Vakt may not look into `folder`. */
const NoDisk = object({ reason: oneOf(['another_machine', 'folder_not_told', 'folder_unreadable']), folder: nullable(Type.String()) })
export type NoDisk = Static<typeof NoDisk>

export const Storage = object({
  /** The whole database. */
  bytes: bytes(),
  /** Between the measurement that growth is counted from and now; null on the first day. */
  growthPerDay: nullable(Type.Number()),
  /** What growth is counted from: at most 30 days ago. */
  measuredFrom: nullable(moment()),
  disk: nullable(Disk),
  /** Why `disk` is null. */
  noDisk: nullable(NoDisk),
  parts: Type.Array(StoredPart),
})
export type Storage = Static<typeof Storage>

export const getStorage = operation({
  summary: 'How large the database is, of what, how fast it grows and when its disk is full',
  method: 'GET',
  path: '/admin/storage',
  access: 'global-admin',
  result: Storage,
})
