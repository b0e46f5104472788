import * as contract from '@vakt/contract/customers/customer-archive.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { ArchiveStore } from './archive-store.ts'
import { askForCustomerArchive, listCustomerArchives } from './ask-for-archive.ts'
import { downloadCustomerArchive } from './download-archive.ts'

export const customerArchiveRoutes = (store: ArchiveStore) => [
  serve(contract.listCustomerArchives, (context, { params }) => listCustomerArchives(context, params.customerId)),
  serve(contract.askForCustomerArchive, (context, { params }) => askForCustomerArchive(context, params.customerId)),
  serveFile(contract.downloadCustomerArchive, (context, { params }) => downloadCustomerArchive(context, store, params)),
]
