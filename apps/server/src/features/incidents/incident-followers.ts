import type { Incident } from '@vakt/contract/incidents/incidents.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { TicketStatus } from '@vakt/contract/tickets/tickets.ts'
import type { Candidate } from '@vakt/domain/service-windows/decide-hold.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseClock } from '#server/platform/database/database-time.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import type { JobRun, Queue } from '#server/platform/jobs/work-queue.ts'
import type { CustomerRules, NewIncident, SettledIncident } from './incident-table.ts'

export type OpenedIncident = NewIncident & {
  incidentId: string
  entityName: string | null
  /** The alert that opened it. */
  first: { source: string; name: string; description: string; metricName: string | null }
  rules: CustomerRules
}

/** Why an incident is over that did not end by itself: a person said so, or it goes on in another one. */
export type EndReason = { by: string; note: string } | { mergedInto: string } | { boundInto: string }

/** What happens to incidents, each with what followers are told of it. Followers are called once for a whole batch. */
export type IncidentMoments = {
  /** New incidents. */
  opened: OpenedIncident
  /** Alerts that began to fire, each in the incident that it opened or joined. */
  fired: { incidentId: string; entityId: string | null; rule: string; ruleId: string | null }
  /** The severity of open incidents changed, or they are over because nothing fires any more. */
  settled: SettledIncident
  /** Open incidents became worse than what was reported, and no service window holds that. */
  escalated: { incidentId: string; severity: Severity; entityId: string | null }
  /** The title changed, because what fires says something else. */
  renamed: { incidentId: string; title: string; entityName: string | null }
  /** A person ended them, or they became part of another one. */
  ended: { incidentId: string; reason: EndReason }
  /** Their merge into another one was undone: they are open again. */
  parted: { incidentId: string }
  /** They are about an entity that was not known before. */
  bound: { incidentId: string; entityId: string }
}

/** A line for the trail of the alerts that caused it. */
export type FollowerNote = { incidentId: string; step: string; details: Record<string, string> }

type Follow<Moment extends keyof IncidentMoments> = (
  transaction: Transaction,
  context: Context,
  customerId: string,
  batch: readonly IncidentMoments[Moment][],
) => Promise<readonly FollowerNote[]>

type AtMoments = { [Moment in keyof IncidentMoments]?: Follow<Moment> }

/**
 * Does something whenever something happens to incidents. Functions named by a moment run in the transaction of what happened, with the lock of the
 * customer's alerts held: a few statements for the whole batch. What takes longer runs as a job right after the commit: see `followAfterwards`.
 */
export type IncidentFollower = AtMoments & {
  /** The jobs of the follower, for the worker. */
  queues?: Record<string, Queue>
}

/** The ticket of an incident, locked, for what people do to both. */
export type TicketOfIncident = {
  ticketId: string
  status: TicketStatus
  assigneeId: string | null
  assignee: string | null
  /** Does to it what was done to the incident; returns what changed, in the words of the audit log. */
  handle(handling: { isTakenUp: boolean; assignee: Assignee | null | undefined; note: string }): Promise<string[]>
  comment(comment: { body: string; isPrivate: boolean }): Promise<void>
  /** The merge that ended it was undone. */
  reopen(): Promise<void>
}

export type Assignee = { userId: string; name: string }

export type IncidentTickets = {
  /** Null where the incident has none. Lock the incident first. */
  lock(transaction: Transaction, context: Context, customerId: string, incidentId: string): Promise<TicketOfIncident | null>
  /** Gives the ticket of an incident to another one, where that has none. Returns it, or null. With `ticketId` only that ticket. */
  move(transaction: Transaction, customerId: string, move: { from: string; into: string; ticketId?: string }): Promise<string | null>
}

/** An occurrence of a service window that holds an alert. */
export type Holding = Candidate

/** What service windows do to alerts and incidents. */
export type WindowHold = {
  /**
   * For each alert the occurrences that hold it now, by the clock of the database, the one that ends last first. Those about no known entity are
   * held by none.
   */
  find(
    transaction: Transaction,
    customerId: string,
    alerts: readonly { entityId: string | null; metricName: string | null }[],
    clock: DatabaseClock,
  ): Promise<Holding[][]>
  /**
   * Lists alerts in the occurrences that hold them, and marks those that recovered. In the transaction that stores them. `escalatedFrom`: the alert
   * made its incident worse, whose severity was this before; null: the alert itself is held.
   */
  note(
    transaction: Transaction,
    customerId: string,
    noted: {
      held: readonly { alertId: string; holding: readonly Holding[]; escalatedFrom: Severity | null }[]
      recovered: readonly string[]
      now: Date
    },
  ): Promise<void>
  /** The windows that incidents of these customers have to do with, in the order of the incidents. */
  findOfIncidents(
    transaction: Transaction,
    customerIds: readonly string[],
    incidents: readonly Pick<Incident, 'incidentId' | 'state' | 'entity'>[],
    clock: DatabaseClock,
  ): Promise<Pick<Incident, 'heldBy' | 'raisedBy'>[]>
}

type IncidentPorts = { hold: WindowHold; followers: readonly IncidentFollower[]; tickets: IncidentTickets }

declare module '#server/platform/context.ts' {
  interface Ports {
    incidents: IncidentPorts
  }
}

/** Throws where the process, or the test, handed in no ports: an incident without followers would have no ticket and page no one. */
export function incidentPortsOf({ ports }: Pick<Context, 'ports'>): IncidentPorts {
  if (!ports) throw new Error('The context has no ports (roles/ports.ts).')
  return ports.incidents
}

/** Has every follower follow, in the order of the list; returns what they note. */
export async function notifyFollowers<Moment extends keyof IncidentMoments>(
  transaction: Transaction,
  context: Context,
  customerId: string,
  moment: Moment,
  batch: readonly IncidentMoments[Moment][],
): Promise<FollowerNote[]> {
  const notes: FollowerNote[] = []
  if (batch.length === 0) return notes
  for (const follower of incidentPortsOf(context).followers) {
    const atMoments: AtMoments = follower
    const follow: Follow<Moment> | undefined = atMoments[moment]
    if (follow) notes.push(...(await follow(transaction, context, customerId, batch)))
  }
  return notes
}

type AfterwardsJob = {
  /** Also the name of its queue. */
  name: string
  /** What makes it run. */
  after: readonly (keyof IncidentMoments)[]
  /** Finishes the job in the transaction in which it writes. */
  run(context: Context, job: { customerId: string; incidentId: string }, finish: JobRun['finish']): Promise<void>
}

/**
 * Follows by one job for each incident, right after the commit. What happens again before the job ran is the same job; it reads what the incident
 * is by then.
 */
export function followAfterwards({ name, after, run }: AfterwardsJob): IncidentFollower {
  const enqueue = async (transaction: Transaction, _: Context, customerId: string, batch: readonly { incidentId: string }[]) => {
    const ids = new Set(batch.map(({ incidentId }) => incidentId))
    const jobs = [...ids].map((rowId) => ({ queue: name, customerId, rowId }))
    await enqueueJobs(transaction, jobs)
    return []
  }
  const queue: Queue = {
    slots: 2,
    maxPerCustomer: 1,
    maxPerKey: 1,
    leaseSeconds: 60,
    maxAttempts: 8,
    run: ({ customerId, rowId }, { createContext, finish }) => run(createContext(), { customerId, incidentId: rowId }, finish),
  }
  return { ...Object.fromEntries(after.map((moment) => [moment, enqueue])), queues: { [name]: queue } }
}
