import * as contract from '@vakt/contract/tickets/attachments.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import { addAttachment } from './add-attachment.ts'
import type { AttachmentStore } from './attachment-store.ts'
import { getAttachment } from './read-attachments.ts'

export const attachmentRoutes = (store: AttachmentStore) => [
  serve(contract.addAttachment, (context, { params: { customerId, ...upload }, readFile }) =>
    addAttachment(context, store, customerId, { ...upload, readFile }),
  ),
  serveFile(contract.getAttachment, (context, { params: { customerId, ...file }, query }) =>
    getAttachment(context, store, customerId, { ...file, isPreview: query.preview !== undefined }),
  ),
]
