import type { Delivery } from '#server/features/connectors/source.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readImporting, writeUploadState } from './entity-upload-table.ts'
import { readEntityPage } from './upload-row-table.ts'

const pageSize = 500

/** What was checked of the file that the customer had imported. */
export const uploadDelivery: Delivery = {
  async *read(context, customerId) {
    const upload = await inTransaction(context, customerId, (transaction) => readImporting(transaction, customerId))
    if (!upload) return
    const { uploadId } = upload
    for (let after = 0; ; ) {
      const position = { after, limit: pageSize }
      const page = await inTransaction(context, customerId, (transaction) => readEntityPage(transaction, customerId, uploadId, position))
      const last = page.at(-1)
      if (!last) return
      after = last.row
      yield page.map(({ entity }) => entity)
    }
  },

  async settle(transaction, customerId, { runId, state }) {
    const upload = await readImporting(transaction, customerId)
    if (!upload) return { isWhole: false }
    if (state !== 'cut_off')
      await writeUploadState(transaction, customerId, {
        uploadId: upload.uploadId,
        state: state === 'succeeded' ? 'imported' : 'failed',
        runId,
      })
    return { isWhole: upload.isWholeEstate }
  },
}
