import type { DeliveryState } from '@vakt/contract/deliveries/deliveries.ts'
import type { ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { ProcessRun, ProcessRunDetails, RunStep, StepState } from '@vakt/contract/processes/process-runs.ts'
import type { ProcessRunOfCustomer } from '@vakt/contract/processes/processes-of-all.ts'
import { withCustomersOfGroups } from '#server/features/customers/of-groups.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, readForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { type Listing, nextPage } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import {
  type CommandOfStep,
  type RunFilter,
  type RunFilterForAllCustomers,
  type RunRow,
  readRunDetails,
  readRunPage,
  readRunPageForAllCustomers,
  type StepRow,
} from './run-list-table.ts'
import type { StepDetails } from './step-result.ts'

const statesOfCommands: Record<string, StepState> = { waiting: 'sending', taken: 'sending', done: 'done', unknown: 'unknown' }

/** How far a step came: of one that was handed to channels, the worst of its deliveries; of a command, what the agent said. */
function stateOf(state: StepRow['state'], deliveries: readonly DeliveryState[], command: CommandOfStep | null): StepState {
  if (state !== 'done') return state
  if (command) return statesOfCommands[command.state] ?? 'failed'
  if (deliveries.includes('unknown')) return 'unknown'
  if (deliveries.includes('failed')) return 'failed'
  return deliveries.some((one) => one === 'waiting' || one === 'sending') ? 'sending' : 'done'
}

/** A word for what came of a command: that it waits, or why it was not done. */
function reasonOf(command: CommandOfStep): string | null {
  if (command.state === 'done') return null
  return command.state === 'refused' ? `agent_refused_${command.reason ?? ''}` : `agent_${command.state}`
}

type Current = Pick<RunRow, 'state' | 'step' | 'endedAt'>

/** Of a step that has not been taken. */
const stateAhead = ({ state, step, endedAt }: Current, index: number): StepState =>
  index !== step || endedAt !== null ? 'ahead' : state === 'held' ? 'held' : 'waiting'

const present = ({
  runId,
  process,
  incident,
  entity,
  ticketId,
  state,
  alertRule,
  startedBy,
  startedAt,
  endedAt,
  endedBy,
  waitsUntil,
}: Omit<RunRow, 'types' | 'written'>) => ({
  ...{ runId, process, incident, entity, ticketId, state, alertRule, startedBy, endedBy },
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  waitsUntil: waitsUntil?.toISOString() ?? null,
})

const presentListed = (row: RunRow): ProcessRun => ({
  ...present(row),
  steps: row.types.map((type, index) => {
    const written = row.written.find(({ step }) => step === index)
    return { type, state: written ? stateOf(written.state, written.deliveries, written.command) : stateAhead(row, index) }
  }),
})

export async function listRuns(
  context: Context,
  customerId: string,
  { limit = 50, ...filter }: RunFilter & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ProcessRun>> {
  const found = await inTransaction(context, customerId, (transaction) => readRunPage(transaction, customerId, filter, { after, limit }))
  const page = nextPage(found, limit, ({ startedKey, runId }) => [startedKey, runId])
  return { ...page, rows: page.rows.map(presentListed) }
}

export async function listRunsOfAllCustomers(
  context: Context,
  { limit = 50, ...query }: RunFilterForAllCustomers & { limit?: number },
  after: readonly string[] | null,
): Promise<Listing<ProcessRunOfCustomer>> {
  const filter = await withCustomersOfGroups(context, query)
  const found = await readForAllCustomers(context, (transaction) => readRunPageForAllCustomers(transaction, filter, { after, limit }))
  const page = nextPage(found, limit, ({ startedKey, runId }) => [startedKey, runId])
  return { ...page, rows: page.rows.map((row) => ({ ...presentListed(row), customer: row.customer })) }
}

/** What is shown of a step, as the contract has it. */
export const presentDetails = ({ recipients = [], subject, text, before, after, names = [] }: StepDetails) => ({
  recipients,
  subject: subject ?? null,
  text: text ?? null,
  before: before ?? null,
  after: after ?? null,
  names,
})

function presentStep(run: Current, action: ProcessAction, index: number, written: StepRow | undefined): RunStep {
  if (!written)
    return {
      action,
      state: stateAhead(run, index),
      reason: null,
      ...presentDetails({}),
      deliveries: [],
      results: [],
      startedAt: null,
      endedAt: null,
    }
  const { state, reason, details, deliveries, command, startedAt, endedAt } = written
  return {
    action,
    state: stateOf(
      state,
      deliveries.map((one) => one.state),
      command,
    ),
    reason: command ? reasonOf(command) : reason,
    results: command?.results ?? [],
    ...presentDetails(details),
    deliveries,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  }
}

export async function getRun(context: Context, customerId: string, id: string): Promise<ProcessRunDetails> {
  const runId = readUuid(id)
  const found = await inTransaction(context, customerId, (transaction) => readRunDetails(transaction, customerId, runId))
  if (!found) throw new NotFound()
  const { run, steps } = found
  return {
    ...present(run),
    step: run.step,
    steps: run.actions.map((action, index) =>
      presentStep(
        run,
        action,
        index,
        steps.find(({ step }) => step === index),
      ),
    ),
  }
}
