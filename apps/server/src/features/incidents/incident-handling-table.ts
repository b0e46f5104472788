import type { Severity } from '@vakt/contract/severity.ts'
import type { HandledIncident, IncidentState } from '@vakt/domain/incident-handling.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

export type LockedIncident = HandledIncident & {
  version: number
  severity: Severity
  acknowledgedBy: string | null
  assigneeId: string | null
  assignee: string | null
  resolvedBy: string | null
}

/** An incident as it is now, locked until the transaction ends. */
export async function lockIncident(transaction: Transaction, customerId: string, incidentId: string): Promise<LockedIncident | undefined> {
  const { rows } = await transaction.query<LockedIncident>({
    name: 'lock-incident',
    text: `select state, version, severity, acknowledged_by as "acknowledgedBy", assignee_id as "assigneeId", assignee, resolved_by as "resolvedBy",
             (select count(*)::int from alert a where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing') as firing,
             (select count(*)::int from alert a
              where a.customer_id = i.customer_id and a.incident_id = i.incident_id and a.state = 'firing' and alert_is_endless(a.customer_id, a.never_ends, a.token_id)) as endless
           from incident i where customer_id = $1 and incident_id = $2 for update`,
    values: [customerId, incidentId],
  })
  return rows[0]
}

export type HandlingChange = {
  state: IncidentState
  acknowledgedBy: string | null
  assignee: { userId: string; name: string } | null
  resolvedBy: string | null
}

/** Returns the version that the incident has afterwards. */
export async function updateHandling(
  transaction: Transaction,
  customerId: string,
  { incidentId, change, now }: { incidentId: string; change: HandlingChange; now: Date },
): Promise<number> {
  const { state, acknowledgedBy, assignee, resolvedBy } = change
  const { rows } = await transaction.query<{ version: number }>({
    name: 'update-handling',
    text: `update incident set state = $3, acknowledged_by = $4,
             acknowledged_at = case when $4::text is null then null when acknowledged_by is not distinct from $4 then acknowledged_at else $8 end,
             first_acknowledged_at = coalesce(first_acknowledged_at, acknowledged_at, case when $4::text is not null then $8::timestamptz end),
             assignee_id = $5, assignee = $6, resolved_by = $7, resolved_at = case when $3 = 'resolved' then coalesce(resolved_at, $8) end,
             changed_at = $8, version = version + 1
           where customer_id = $1 and incident_id = $2 returning version`,
    values: [customerId, incidentId, state, acknowledgedBy, assignee?.userId, assignee?.name, resolvedBy, now],
  })
  return rows[0]?.version ?? 0
}

export type IncidentEvent = {
  kind:
    | 'acknowledged'
    | 'unacknowledged'
    | 'assigned'
    | 'unassigned'
    | 'noted'
    | 'resolved'
    | 'merged'
    | 'took-in'
    | 'unmerged'
    | 'gave-back'
    | 'split'
    | 'split-from'
    | 'bound'
  body?: string
  details?: Record<string, string>
  /** Only the provider's staff see it. */
  private?: boolean
}

type EventAuthor = { actor: Actor; isStaff: boolean; now: Date }

export async function insertIncidentEvents(
  transaction: Transaction,
  customerId: string,
  { incidentId, events, ...by }: EventAuthor & { incidentId: string; events: readonly IncidentEvent[] },
): Promise<void> {
  const ofIncident = events.map((event) => ({ incidentId, ...event }))
  await insertEventsOfIncidents(transaction, customerId, { events: ofIncident, ...by })
}

export async function insertEventsOfIncidents(
  transaction: Transaction,
  customerId: string,
  { events, actor, isStaff, now }: EventAuthor & { events: readonly (IncidentEvent & { incidentId: string })[] },
): Promise<void> {
  if (events.length === 0) return
  await transaction.query({
    name: 'insert-incident-events',
    text: `insert into incident_event (customer_id, at, author_type, author_id, author_name, by_staff, incident_id, kind, body, details, private)
           select $1, $2, $3, $4, $5, $6, e.*
           from unnest($7::bigint[], $8::text[], $9::text[], $10::jsonb[], $11::boolean[]) as e (incident_id, kind, body, details, private)`,
    values: [
      customerId,
      now,
      ...(actor.type === 'user' ? ['user', actor.userId, actor.name] : ['system', actor.job, 'Vakt']),
      isStaff,
      events.map(({ incidentId }) => incidentId),
      events.map(({ kind }) => kind),
      events.map(({ body }) => body ?? ''),
      events.map(({ details }) => JSON.stringify(details ?? {})),
      events.map((event) => event.private ?? false),
    ],
  })
}
