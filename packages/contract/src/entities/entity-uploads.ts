import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneOf, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'

export const uploadLimits = {
  maxBytes: 200 * 1024 * 1024,
  maxColumns: 1000,
  maxRows: 500_000,
  /** Of one row, in characters. */
  maxRowLength: 1024 * 1024,
  /** Of one customer at a time. */
  maxOpen: 5,
  keptHours: 24,
  maxProblems: 10_000,
} as const

export const uploadEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const uploadDelimiters = [',', ';', '\t', '|'] as const

/** How the bytes of the file are read. A file of JSON has neither delimiter nor header. */
export const UploadReading = object({
  encoding: oneOf(uploadEncodings),
  delimiter: oneOf(uploadDelimiters),
  hasHeader: Type.Boolean(),
})
export type UploadReading = Static<typeof UploadReading>

/** What a column can be. Those of the first list are had once; `tag` and `property` are called as their column, `tags` and `properties` hold several. */
export const singleUses = [
  'id',
  'name',
  'type',
  'subtype',
  'resourceGroup',
  'region',
  'containerId',
  'containerName',
  'status',
  'tags',
  'properties',
] as const
export const columnUses = [...singleUses, 'tag', 'property', 'none'] as const
export type ColumnUse = (typeof columnUses)[number]

const UploadColumn = object({
  name: Type.String(),
  use: oneOf(columnUses),
  /** Of the first rows. */
  examples: Type.Array(Type.String()),
})
export type UploadColumn = Static<typeof UploadColumn>

export const rowProblems = [
  'no_id',
  'no_name',
  'no_type',
  'too_long',
  'cell_count',
  'not_readable',
  'tags_not_understood',
  'properties_not_understood',
  'repeated',
  'not_an_object',
] as const
/** After one of these the rest of the file cannot be read. */
export const fileProblems = [
  'quote_not_closed',
  'quote_misplaced',
  'row_too_long',
  'json_broken',
  'too_many_rows',
  'cannot_be_read',
] as const
export type RowProblem = (typeof rowProblems)[number]
export type FileProblem = (typeof fileProblems)[number]

export const UploadProblem = object({
  /** As a spreadsheet counts: the header is row 1. In JSON the first entity is. */
  row: Type.Integer(),
  column: nullable(Type.String()),
  problem: oneOf([...rowProblems, ...fileProblems]),
  /** What stands there, or what it is about. */
  value: nullable(Type.String()),
})
export type UploadProblem = Static<typeof UploadProblem>

const count = () => Type.Integer()

const uploadStates = ['receiving', 'received', 'waiting', 'checking', 'checked', 'importing', 'imported', 'failed'] as const

export const EntityUpload = object({
  uploadId: Type.String(),
  fileName: Type.String(),
  size: count(),
  format: oneOf(['csv', 'json']),
  ...UploadReading.properties,
  columns: Type.Array(UploadColumn),
  /** For rows whose own is empty. */
  typeForAll: nullable(Type.String()),
  state: oneOf(uploadStates),
  /** Of the check, in percent. */
  progress: count(),
  /** What the check found; null before it is done. */
  found: nullable(
    object({
      rows: count(),
      added: count(),
      changed: count(),
      returned: count(),
      unchanged: count(),
      /** Another connector says what they are like. */
      kept: count(),
      /** Came with earlier uploads and are not in this file. */
      missing: count(),
      /** Rows that cannot be imported. */
      bad: count(),
      /** At most 10,000 of them are kept to be looked at. */
      problems: count(),
      /** Where the file stops being readable; then nothing of it can be imported. */
      broken: nullable(UploadProblem),
    }),
  ),
  runId: nullable(Type.String()),
  createdBy: Type.String(),
  createdAt: moment(),
  /** When the file is removed, whatever became of it. */
  removedAt: moment(),
})
export type EntityUpload = Static<typeof EntityUpload>

const ofCustomer = '/customer/:customerId/entity-upload' as const
const one = `${ofCustomer}/:uploadId` as const
const access = ['@feature.myenvironment.write'] as const

export const receiveUpload = operation({
  summary: 'Send a file of entities, CSV or JSON, of at most 200 MB. Nothing is imported by it',
  method: 'POST',
  path: `${ofCustomer}/file/:fileName`,
  access,
  announces: { content: ['entity-uploads'], to: 'customer' },
  recordsItself: ['entity-upload.receive'],
  fileBody: { maxBytes: uploadLimits.maxBytes },
  result: EntityUpload,
})

export const listUploads = operation({
  summary: 'The files that were sent in the last 24 hours and not removed, the latest first',
  method: 'GET',
  path: ofCustomer,
  access,
  query: object(pageLimit),
  listOf: EntityUpload,
})

export const getUpload = operation({
  summary: 'A file that was sent, how it is read, and what became of it',
  method: 'GET',
  path: one,
  access,
  result: EntityUpload,
})

export const readUploadAgain = operation({
  summary: 'Read the file with another encoding, delimiter or header',
  method: 'PUT',
  path: `${one}/reading`,
  access,
  announces: { content: ['entity-uploads'], to: 'customer' },
  recordsItself: ['entity-upload.receive'],
  body: UploadReading,
  result: EntityUpload,
})

export const checkUpload = operation({
  summary: 'Go through the whole file and find out what its import would do. Nothing is imported by it',
  method: 'POST',
  path: `${one}/check`,
  access,
  announces: { content: ['entity-uploads'], to: 'customer' },
  records: { action: 'entity-upload.check', target: '{uploadId}' },
  limitSeconds: 120,
  body: object({
    /** In the order of the file. Remembered for the next file of the customer. */
    uses: Type.Array(oneOf(columnUses), { maxItems: uploadLimits.maxColumns }),
    typeForAll: nullable(Type.String({ maxLength: 250 })),
  }),
  result: EntityUpload,
})

export const listUploadProblems = operation({
  summary: 'What is wrong in a file that was checked, by row and column',
  method: 'GET',
  path: `${one}/problem`,
  access,
  query: object(pageLimit),
  listOf: UploadProblem,
})

export const rowStatuses = ['added', 'changed', 'returned', 'unchanged', 'kept', 'missing'] as const
export type RowStatus = (typeof rowStatuses)[number]

export const UploadedEntity = object({
  /** Null for what is missing in the file. */
  row: nullable(Type.Integer()),
  externalId: Type.String(),
  name: Type.String(),
  type: Type.String(),
  changes: Type.Array(object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
})
export type UploadedEntity = Static<typeof UploadedEntity>

export const listUploadedEntities = operation({
  summary: 'The entities that the import would add, change or leave alone, or that the file does not name',
  method: 'GET',
  path: `${one}/entity`,
  access,
  query: object({
    ...pageLimit,
    standing: Type.Optional(oneOf(rowStatuses, { description: 'Without it all that the file names' })),
  }),
  listOf: UploadedEntity,
})

export const importUpload = operation({
  summary: 'Import what was checked, as a run of the connector of uploaded files',
  method: 'POST',
  path: `${one}/import`,
  access,
  announces: { content: ['entity-uploads'], to: 'customer' },
  recordsItself: ['entity-upload.import'],
  limitSeconds: 120,
  body: object({
    /** Without it a file with rows that cannot be imported is refused. */
    leaveOutBadRows: Type.Boolean(),
    /** What earlier uploads brought and this file does not name is then held for missed. Never when rows are left out. */
    isWholeEstate: Type.Boolean(),
  }),
  result: EntityUpload,
})

export const removeUpload = operation({
  summary: 'Remove a file that was sent; what was imported from it stays',
  method: 'DELETE',
  path: one,
  access,
  announces: { content: ['entity-uploads'], to: 'customer' },
  records: { action: 'entity-upload.remove', target: '{uploadId}', details: { fileName: 'fileName' } },
})
