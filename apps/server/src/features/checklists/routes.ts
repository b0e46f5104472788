import * as contract from '@vakt/contract/customers/checklists.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { getCustomerChecklist, saveCustomerChecklist } from './customer-checklist.ts'
import { type ChecklistParts, readChecklist } from './read-checklist.ts'
import { noteRestore, saveChecklist } from './save-checklist.ts'
import { testChecklistItem } from './test-checklist-item.ts'

export const checklistRoutes = (parts: ChecklistParts): Served[] => [
  serve(contract.getChecklist, () => readChecklist(parts)),
  serve(contract.saveChecklist, (context, { body }) => saveChecklist(parts, context, body)),
  serve(contract.testChecklistItem, (context, { body }) => testChecklistItem(parts, context, body)),
  serve(contract.noteRestore, (context, { body }) => noteRestore(parts, context, body)),
  serve(contract.getCustomerChecklist, (context, { params }) => getCustomerChecklist(parts, context, params.customerId)),
  serve(contract.saveCustomerChecklist, (context, { params, body }) => saveCustomerChecklist(parts, context, params.customerId, body)),
]
