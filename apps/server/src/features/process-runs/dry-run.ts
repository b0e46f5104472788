import type { BodyOf, ResultOf } from '@vakt/contract/operation.ts'
import type { ActionOf, ProcessAction } from '@vakt/contract/processes/process-actions.ts'
import type { dryRunProcess as contract, DryStep } from '@vakt/contract/processes/process-runs.ts'
import { mayCallAt } from '@vakt/domain/process-runs/call-hours.ts'
import { decideRun } from '@vakt/domain/process-runs/decide-run.ts'
import { namesOf } from '@vakt/domain/processes/action-values.ts'
import { nextStatuses } from '@vakt/domain/ticket-status.ts'
import type { Pool } from 'pg'
import { findCommandProblem } from '#server/features/agent-commands/command-agent.ts'
import { findProvider } from '#server/features/customers/find-provider.ts'
import { channels } from '#server/features/deliveries/channels.ts'
import type { Address } from '#server/features/deliveries/message.ts'
import { readRoom } from '#server/features/deliveries/plan-deliveries.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import { readNumericId } from '#server/platform/ids.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { decideTicketChange, type TicketAction, type TicketFacts } from './change-ticket.ts'
import { presentDetails } from './list-runs.ts'
import { mayPerform } from './perform-step.ts'
import { detailsOfPost, preparePost } from './post-to-chat.ts'
import { type RunSubject, readSubject } from './process-run-table.ts'
import { channelOf, detailsOfMessage, languageOf, prepareMessage } from './reach-by-phone.ts'
import { findHeldUntil, isAutomationAllowed, runStepOf } from './run-processes.ts'
import { detailsOfEmail, prepareEmail } from './send-email.ts'
import type { StepDetails } from './step-result.ts'

type Judged = { would: 'do' | 'skip' | 'fail'; reason: string | null; details: StepDetails }
type At = {
  transaction: Transaction
  subject: RunSubject
  processName: string
  findProviderId: () => Promise<string>
  now: Date
  phone: PhoneSettings | undefined
  /** As the steps before would leave it. */
  ticket: TicketFacts | null
  /** When steps before would reach an address: by channel and address. */
  reached: Map<string, number[]>
}

const wouldDo = (details: StepDetails, reason: string | null = null): Judged => ({ would: 'do', reason, details })
const minuteMs = 60_000

function ticketOf({ ticketId, ticketStatus, ticketPriority, assigneeGroup, ticketTags }: RunSubject): TicketFacts | null {
  if (ticketId === null || ticketStatus === null || ticketPriority === null) return null
  return { status: ticketStatus, priority: ticketPriority, assigneeGroup, tags: ticketTags ?? [] }
}

function judgeTicketStep(at: At, action: TicketAction): Judged {
  const { ticket, subject } = at
  if (!mayPerform(subject, action.type)) return { would: 'fail', reason: 'not_permitted', details: {} }
  if (!ticket) return { would: 'fail', reason: 'no_ticket', details: {} }
  const change = decideTicketChange(action, ticket, at)
  if (change === 'unchanged') return wouldDo({}, change)
  if (typeof change === 'string') return { would: 'fail', reason: change, details: {} }
  const { details } = change
  if (!('status' in change)) {
    const { priority, assigneeGroup, tags } = change.facts ?? {}
    at.ticket = { ...ticket, ...(priority && { priority }), ...(assigneeGroup && { assigneeGroup }), ...(tags && { tags }) }
    return wouldDo(details)
  }
  if (!nextStatuses(ticket.status, 'system').includes(change.status))
    return { would: 'fail', reason: 'ticket.status.not_possible', details: {} }
  at.ticket = { ...ticket, status: change.status }
  return wouldDo(details)
}

async function judgeMessageStep(at: At, action: ActionOf<'sms'> | ActionOf<'voice_call'>, dueAt: number): Promise<Judged> {
  const { transaction, subject, processName, findProviderId, phone } = at
  const now = new Date(dueAt)
  const prepared = await prepareMessage(transaction, subject, { action, processName, findProviderId, now })
  const details = detailsOfMessage(prepared)
  if (action.type === 'voice_call' && !mayCallAt(action, dueAt)) return { would: 'skip', reason: 'outside_hours', details }
  if (prepared.number === null) return { would: 'fail', reason: prepared.problem, details }
  const channel = channelOf(action)
  const language = languageOf(action, subject)
  const read = channels[channel].readAddress?.(prepared.number, { language, phone }) ?? { address: prepared.number }
  if ('problem' in read) return { would: 'fail', reason: read.problem, details }
  if (await isHeldBack(at, [{ channel, address: read.address }], dueAt))
    return prepared.person ? wouldDo(details, 'by_mail') : { would: 'skip', reason: 'held_back', details }
  return wouldDo(details)
}

/** Whether the cap of one of the addresses would hold a message back, those of the steps before included. */
async function isHeldBack({ transaction, reached }: At, addresses: Address[], dueAt: number): Promise<boolean> {
  const roomOf = await readRoom(transaction, addresses, new Date(dueAt))
  let isHeld = false
  for (const to of addresses) {
    const key = `${to.channel} ${to.address}`
    const minutes = channels[to.channel].cap?.minutes ?? 0
    const before = (reached.get(key) ?? []).filter((at) => at > dueAt - minutes * minuteMs)
    if (before.length >= roomOf(to)) isHeld = true
    else reached.set(key, [...before, dueAt])
  }
  return isHeld
}

async function judgeEmailStep(at: At, action: ActionOf<'email'>, dueAt: number): Promise<Judged> {
  const { transaction, subject, processName, now } = at
  const prepared = await prepareEmail(transaction, subject, { action, processName, now })
  const details = detailsOfEmail(prepared)
  const addresses = prepared.resolved.flatMap(({ recipient }) =>
    recipient?.email ? { channel: 'mail' as const, address: recipient.email } : [],
  )
  const problem = prepared.resolved.find((one) => one.problem !== null)?.problem ?? null
  if (addresses.length === 0) return { would: 'fail', reason: problem ?? 'no_address', details }
  return wouldDo(details, (await isHeldBack(at, addresses, dueAt)) ? 'held_back' : problem)
}

async function judge(at: At, action: ProcessAction, dueAt: number): Promise<Judged> {
  const { transaction, subject, processName } = at
  switch (action.type) {
    case 'email':
      return judgeEmailStep(at, action, dueAt)
    case 'sms':
    case 'voice_call':
      return judgeMessageStep(at, action, dueAt)
    case 'teams':
    case 'slack': {
      const prepared = await preparePost(transaction, subject, { action, processName })
      const details = detailsOfPost(prepared)
      return prepared.problem === null ? wouldDo(details) : { would: 'fail', reason: prepared.problem, details }
    }
    case 'update_ticket_status':
    case 'update_ticket_priority':
    case 'update_assignee_group':
    case 'tag_ticket':
      return judgeTicketStep(at, action)
    case 'delay':
    case 'check_alerting':
      return wouldDo({})
    default: {
      const names = namesOf(action)
      const command = { entityId: subject.entityId, kind: action.type, names }
      const reason = await findCommandProblem(transaction, subject.customerId, command)
      return reason === null ? wouldDo({ names }) : { would: 'fail', reason, details: { names } }
    }
  }
}

async function judgeSteps(at: At, actions: readonly ProcessAction[], heldUntil: number | null): Promise<DryStep[]> {
  const { subject, now } = at
  const steps = actions.map(runStepOf)
  const moment = {
    isResolved: subject.incidentState === 'resolved',
    isAlerting: subject.isAlerting,
    isAllowed: isAutomationAllowed(subject),
  }
  const shown: DryStep[] = []
  let clock = now.getTime()
  let hasEnded = false
  for (const [step, action] of actions.entries()) {
    const base = { type: action.type, at: new Date(clock).toISOString(), minutes: null, reason: null, ...presentDetails({}) }
    const decision = decideRun(steps, { step, since: clock }, { ...moment, heldUntil, now: clock })
    if (hasEnded) shown.push({ ...base, would: 'unreached' })
    else if (decision.kind === 'end') {
      shown.push({ ...base, would: 'end', reason: decision.outcome })
      hasEnded = true
    } else {
      const waitsUntil = decision.kind === 'wait' ? decision.until : clock
      const minutes =
        action.type === 'delay' ? action.delayInMinutes : decision.kind === 'wait' ? Math.ceil((waitsUntil - clock) / minuteMs) : null
      const { would, reason, details } = await judge(at, action, waitsUntil)
      const isDelay = action.type === 'delay'
      shown.push({
        ...base,
        minutes,
        ...presentDetails(details),
        would: isDelay ? 'wait' : would,
        reason: decision.kind === 'wait' && !isDelay ? 'window' : reason,
      })
      clock = waitsUntil
    }
  }
  return shown
}

/** `worker` sees who is on call and the provider's people; the caller must see the incident first. */
export async function dryRun(
  context: Context,
  customerId: string,
  { incidentId: id, name, actions }: BodyOf<typeof contract>,
  { worker, phone }: { worker: Pool; phone: PhoneSettings | undefined },
): Promise<ResultOf<typeof contract>> {
  const incidentId = readNumericId(id)
  const seen = await inTransaction(context, customerId, (transaction) => readSubject(transaction, customerId, incidentId))
  if (!seen) throw new NotFound()
  return workForAllCustomers({ pool: worker }, async (transaction) => {
    const subject = await readSubject(transaction, customerId, incidentId)
    if (!subject) throw new NotFound()
    const findProviderId = async () => (await findProvider(transaction))?.customerId ?? ''
    const heldUntil = await findHeldUntil(transaction, subject, context)
    const about = { transaction, subject, processName: name, findProviderId, now: context.now }
    const at = { ...about, phone, ticket: ticketOf(subject), reached: new Map() }
    return {
      heldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
      isAlerting: subject.isAlerting,
      isResolved: subject.incidentState === 'resolved',
      steps: await judgeSteps(at, actions, heldUntil),
    }
  })
}
