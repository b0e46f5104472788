import { type EntityUpload, uploadLimits } from '@vakt/contract/entities/entity-uploads.ts'
import type { UploadRecord } from './entity-upload-table.ts'

const keptMilliseconds = uploadLimits.keptHours * 3_600_000

export function presentUpload(record: UploadRecord): EntityUpload {
  const { customerId: _, createdKey: __, isWholeEstate: ___, createdAt, state, ...upload } = record
  return {
    ...upload,
    // What is removed is not read.
    state: state === 'removed' ? 'failed' : state,
    createdAt: createdAt.toISOString(),
    removedAt: new Date(createdAt.getTime() + keptMilliseconds).toISOString(),
  }
}
