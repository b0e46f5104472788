import { getStorage as storage } from '@vakt/contract/retention/storage.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getStorage, type StorageParts } from './measure-storage.ts'

export const retentionRoutes = (parts: StorageParts): Served[] => [serve(storage, (context) => getStorage(parts, context))]
