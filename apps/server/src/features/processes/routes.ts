import * as contract from '@vakt/contract/processes/processes.ts'
import { listProcessesOfAllCustomers as ofAll } from '@vakt/contract/processes/processes-of-all.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { getProcess, listProcesses, listProcessesOfAllCustomers, listProcessVersions } from './list-processes.ts'
import { changeProcess, copyProcess, createProcess, deleteProcess, restoreProcess, switchProcess } from './manage-processes.ts'
import { listProcessChoices } from './process-choices.ts'

export const processRoutes = (phone: PhoneSettings | undefined) => [
  serve(contract.listProcesses, (context, { params, query, after }) => listProcesses(context, params.customerId, query, after)),
  serve(ofAll, (context, { query, after }) => listProcessesOfAllCustomers(context, query, after)),
  serve(contract.getProcess, (context, { params }) => getProcess(context, params.customerId, params.processModelId)),
  serve(contract.createProcess, (context, { params, body }) => createProcess(context, params.customerId, body, phone)),
  serve(contract.changeProcess, (context, { params, body }) =>
    changeProcess(context, params.customerId, params.processModelId, body, phone),
  ),
  serve(contract.copyProcess, (context, { params, body }) => copyProcess(context, params.customerId, params.processModelId, body)),
  serve(contract.enableProcess, (context, { params }) => switchProcess(context, params.customerId, params.processModelId, true)),
  serve(contract.disableProcess, (context, { params }) => switchProcess(context, params.customerId, params.processModelId, false)),
  serve(contract.deleteProcess, (context, { params }) => deleteProcess(context, params.customerId, params.processModelId)),
  serve(contract.restoreProcess, (context, { params }) => restoreProcess(context, params.customerId, params.processModelId)),
  serve(contract.listProcessVersions, (context, { params, query, after }) =>
    listProcessVersions(context, params.customerId, params.processModelId, { ...query, after }),
  ),
  serve(contract.listProcessChoices, (context, { params, query }) => listProcessChoices(context, params.customerId, query, phone)),
]
