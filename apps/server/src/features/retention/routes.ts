import * as contract from '@vakt/contract/retention/retention.ts'
import { getStorage as storage } from '@vakt/contract/retention/storage.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getRetention, getRetentionEffect, saveRetention } from './manage-retention.ts'
import { getStorage, type StorageParts } from './measure-storage.ts'

export const retentionRoutes = (parts: StorageParts): Served[] => [
  serve(storage, (context) => getStorage(parts, context)),
  serve(contract.getRetention, (context, { params }) => getRetention(context, params.customerId)),
  serve(contract.saveRetention, (context, { params, body }) => saveRetention(context, params.customerId, body)),
  serve(contract.getRetentionEffect, (context, { params, query }) => getRetentionEffect(context, params.customerId, query)),
]
