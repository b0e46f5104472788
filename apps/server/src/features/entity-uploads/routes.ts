import * as contract from '@vakt/contract/entities/entity-uploads.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import {
  checkUpload,
  getUpload,
  importUpload,
  listUploadedEntities,
  listUploadProblems,
  listUploads,
  readUploadAgain,
  removeUpload,
} from './manage-uploads.ts'
import { receiveUpload } from './receive-upload.ts'

export const entityUploadRoutes: Served[] = [
  serve(contract.receiveUpload, (context, { params: { customerId, fileName }, streamFile }) =>
    receiveUpload(context, customerId, { fileName, streamFile }),
  ),
  serve(contract.listUploads, (context, { params, query, after }) => listUploads(context, params.customerId, query, after)),
  serve(contract.getUpload, (context, { params }) => getUpload(context, params.customerId, params.uploadId)),
  serve(contract.readUploadAgain, (context, { params, body }) => readUploadAgain(context, params.customerId, params.uploadId, body)),
  serve(contract.checkUpload, (context, { params, body }) => checkUpload(context, params.customerId, params.uploadId, body)),
  serve(contract.listUploadProblems, (context, { params, query, after }) =>
    listUploadProblems(context, params.customerId, { ...query, uploadId: params.uploadId }, after),
  ),
  serve(contract.listUploadedEntities, (context, { params, query, after }) =>
    listUploadedEntities(context, params.customerId, { ...query, uploadId: params.uploadId }, after),
  ),
  serve(contract.importUpload, (context, { params, body }) => importUpload(context, params.customerId, params.uploadId, body)),
  serve(contract.removeUpload, (context, { params }) => removeUpload(context, params.customerId, params.uploadId)),
]
