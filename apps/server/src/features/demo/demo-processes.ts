import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { nordan } from './demo-customers.ts'
import { insertRows } from './insert-rows.ts'

const wait: ProcessAction = { type: 'delay', delayInMinutes: 5, completeActionIfIncidentIsResolved: true }
const restart: ProcessAction[] = [
  wait,
  { type: 'check_alerting' },
  { type: 'restart_iis_app_pool', appPoolNames: 'checkout' },
  { ...wait, delayInMinutes: 10 },
  {
    type: 'update_ticket_priority',
    ticketPriority: 1,
    ticketNote: '{resource} still answers with errors after a restart of its app pool.',
  },
]
const warn: ProcessAction[] = [
  wait,
  {
    ...{ type: 'email', to: 'drift@nordan.example', subject: '{severity}: {resource}', body: '{incident}\n\n{rule}, since {time}.' },
    includeTicketInformation: true,
  },
  { type: 'tag_ticket', tag: 'automation', ticketNote: '' },
]

/** Of the process that restarts the app pool of the checkout. */
export const checkoutProcessId = '3d1c3f5e-7a35-4a0e-9f4e-0b8a55c1d001'

/** Two processes: one that restarts the app pool of the checkout, and a disabled one for every machine. */
export async function insertProcesses(transaction: Transaction, now: Date): Promise<void> {
  const { rows } = await transaction.query<{ entity_id: string }>(
    "select entity_id from entity where customer_id = $1 and name = 'app-checkout' limit 1",
    [nordan],
  )
  const at = new Date(now.getTime() - 40 * 86_400_000).toISOString()
  const written = { customer_id: nordan, created_at: at, created_by: 'Karin Lindqvist', modified_at: at, modified_by: 'Karin Lindqvist' }
  const type = 'microsoft.compute/virtualmachines'
  const checkout = {
    ...{ process_id: checkoutProcessId, name: 'Restart pool of the checkout', enabled: true },
    ...{ entity_id: rows[0]?.entity_id ?? null, filter: null, filter_types: [], all_rules: false, external_rules: ['Http5xxRate'] },
  }
  const machines = {
    ...{ process_id: '3d1c3f5e-7a35-4a0e-9f4e-0b8a55c1d002', name: 'Email operations about machines', enabled: false, entity_id: null },
    ...{ filter: { type: [type], resourceGroup: [], tag: [] }, filter_types: [type], all_rules: true, external_rules: [] },
  }
  const processes = [
    ...(checkout.entity_id === null
      ? []
      : [{ ...checkout, actions: restart, description: 'Most faults of the checkout pass with a restart.' }]),
    { ...machines, actions: warn, description: '' },
  ]
  await insertRows(
    transaction,
    'process',
    processes.map(({ actions: _, description: __, ...process }) => ({ ...written, ...process })),
  )
  await insertRows(
    transaction,
    'process_version',
    processes.map(({ process_id, name, description, actions, enabled, entity_id, filter, all_rules, external_rules }) => ({
      ...{ customer_id: nordan, process_id, version: 1, change: 'created', at, actor_name: 'Karin Lindqvist', name, description, actions },
      content: {
        ...{ enabled, entityId: entity_id, filter, excludedEntityIds: [] },
        ...{ applyToAllAlertRules: all_rules, alertRuleIds: [], externalRules: external_rules },
      },
    })),
  )
}
