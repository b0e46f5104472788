import { customer, ofCustomers } from '@vakt/contract/customers/of-customers.ts'
import { operation } from '@vakt/contract/operation.ts'
import { object, pageLimit, type Static } from '@vakt/contract/schema.ts'
import { ProcessRun, runFilter } from './process-runs.ts'
import { Process, processFilter } from './processes.ts'

const access = { staff: ['@feature.myenvironment.read'] } as const

/** A process among those of all customers. */
const ProcessOfCustomer = object({ ...Process.properties, customer })
export type ProcessOfCustomer = Static<typeof ProcessOfCustomer>

export const listProcessesOfAllCustomers = operation({
  summary: 'The processes of all customers, by name; for the provider',
  method: 'GET',
  path: '/process-model',
  access,
  query: object({ ...pageLimit, ...processFilter, customer: ofCustomers }),
  listOf: ProcessOfCustomer,
})

/** A run among those of all customers. */
const ProcessRunOfCustomer = object({ ...ProcessRun.properties, customer })
export type ProcessRunOfCustomer = Static<typeof ProcessRunOfCustomer>

export const listProcessRunsOfAllCustomers = operation({
  summary: 'The runs of processes of all customers, the newest first; for the provider',
  method: 'GET',
  path: '/process-run',
  access,
  query: object({ ...pageLimit, ...runFilter, customer: ofCustomers }),
  listOf: ProcessRunOfCustomer,
})
