import type { Severity } from '@vakt/contract/severity.ts'
import { ofOpenCustomer } from '#server/platform/database/open-customers.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** An alert as the intake keeps it. `alertId` is null until it is stored. */
export type AlertRow = {
  alertId: string | null
  source: string
  fingerprint: string
  state: 'firing' | 'resolved'
  severity: Severity
  name: string
  rule: string
  description: string
  metricName: string | null
  entityId: string | null
  targetName: string | null
  incidentId: string | null
  labels: Record<string, string>
  sourceUrl: string | null
  startedAt: Date
  /** While it fires, the end of the episode before. */
  endedAt: Date | null
  /** What its source claims of this episode, whatever its clock said, and how long late copies of it are expected (`alert-intake.ts` in the domain). */
  claimedStart: Date | null
  claimedEnd: Date | null
  lateUntil: Date | null
  /** What was received since the last change of the state and changed nothing, by its kind: noted once each. */
  ignored: string[]
  firstSeenAt: Date
  lastSeenAt: Date
  changedAt: Date
  count: number
  /** Its source is not expected to say that it is over: people may end it. */
  neverEnds: boolean
  sourceKey: string | null
  /** The ingest token that last brought it; null for what no token brought. */
  tokenId: string | null
  /** What it names, while no entity matches that. */
  targetKey: string | null
}

/** One alert of a source may be about many resources. */
const maxOfSourceKey = 500

const columns = `alert_id as "alertId", source, fingerprint, state, severity, name, rule, description, metric_name as "metricName",
  entity_id as "entityId", target_name as "targetName", incident_id as "incidentId", labels, source_url as "sourceUrl",
  started_at as "startedAt", ended_at as "endedAt", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", changed_at as "changedAt", count,
  never_ends as "neverEnds", target_key as "targetKey", claimed_start as "claimedStart", claimed_end as "claimedEnd", late_until as "lateUntil",
  ignored, source_key as "sourceKey", token_id as "tokenId"`

export async function readAlertStates(
  transaction: Transaction,
  customerId: string,
  keys: { source: string; fingerprint: string }[],
): Promise<AlertRow[]> {
  const { rows } = await transaction.query<AlertRow>({
    name: 'read-alert-states',
    // Each by the index, also where the planner does not know yet how many alerts the customer has.
    text: `select found.* from unnest($2::text[], $3::text[]) as wanted (source, fingerprint) cross join lateral (
             select ${columns} from alert a
             where a.customer_id = $1 and a.source = wanted.source and a.fingerprint = wanted.fingerprint limit 1
           ) found`,
    values: [customerId, keys.map(({ source }) => source), keys.map(({ fingerprint }) => fingerprint)],
  })
  return rows
}

/** The alerts that fire and that their sources call so. */
export async function readFiringBySourceKey(
  transaction: Transaction,
  customerId: string,
  keys: readonly { source: string; sourceKey: string }[],
): Promise<AlertRow[]> {
  const { rows } = await transaction.query<AlertRow>({
    name: 'read-firing-by-source-key',
    text: `select found.* from unnest($2::text[], $3::text[]) as wanted (source, source_key) cross join lateral (
             select ${columns} from alert a
             where a.customer_id = $1 and a.source = wanted.source and a.source_key = wanted.source_key and a.state = 'firing' limit ${maxOfSourceKey}
           ) found`,
    values: [customerId, keys.map(({ source }) => source), keys.map(({ sourceKey }) => sourceKey)],
  })
  return rows
}

type AlertKey = { source: string; fingerprint: string }

/** Whose alerts these are, as far as the transaction may see: each customer is asked by the index. */
export async function readOwnersOfAlertsForAllCustomers(
  transaction: Transaction,
  keys: readonly AlertKey[],
): Promise<(AlertKey & { customerId: string })[]> {
  const { rows } = await transaction.query<AlertKey & { customerId: string }>({
    name: 'read-owners-of-alerts',
    text: `select found.* from customer c cross join unnest($1::text[], $2::text[]) as wanted (source, fingerprint) cross join lateral (
             select a.customer_id as "customerId", a.source, a.fingerprint from alert a
             where a.customer_id = c.customer_id and a.source = wanted.source and a.fingerprint = wanted.fingerprint limit 1
           ) found where ${ofOpenCustomer('c.customer_id')}`,
    values: [keys.map(({ source }) => source), keys.map(({ fingerprint }) => fingerprint)],
  })
  return rows
}

const written = [
  ['source', 'text'],
  ['fingerprint', 'text'],
  ['state', 'text'],
  ['severity', 'text'],
  ['name', 'text'],
  ['rule', 'text'],
  ['description', 'text'],
  ['metric_name', 'text'],
  ['entity_id', 'uuid'],
  ['target_name', 'text'],
  ['incident_id', 'bigint'],
  ['labels', 'jsonb'],
  ['source_url', 'text'],
  ['started_at', 'timestamptz'],
  ['ended_at', 'timestamptz'],
  ['first_seen_at', 'timestamptz'],
  ['last_seen_at', 'timestamptz'],
  ['changed_at', 'timestamptz'],
  ['count', 'int'],
  ['never_ends', 'boolean'],
  ['target_key', 'text'],
  ['claimed_start', 'timestamptz'],
  ['claimed_end', 'timestamptz'],
  ['late_until', 'timestamptz'],
  ['source_key', 'text'],
  ['token_id', 'uuid'],
  ['ignored', 'text'],
] as const

const names = written.map(([name]) => name).join(', ')
/** An array for each row cannot be unnested: it is handed over as one text. */
const selected = written.map(([name]) => (name === 'ignored' ? `string_to_array(${name}, ' ')` : name)).join(', ')
const updated = written.slice(2).map(([name]) => `${name} = excluded.${name}`)
const save = `
  insert into alert (customer_id, ${names})
  select $1, ${selected} from unnest(${written.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')}) as a (${names})
  on conflict (customer_id, source, fingerprint) do update set ${updated.join(', ')}
  returning alert_id as "alertId", source, fingerprint`

/** Stores alerts by their identity; returns their ids. Each identity must stand in the list once. */
export async function saveAlertStates(
  transaction: Transaction,
  customerId: string,
  alerts: AlertRow[],
): Promise<{ alertId: string; source: string; fingerprint: string }[]> {
  const column = <Key extends keyof AlertRow>(key: Key) => alerts.map((alert) => alert[key])
  const { rows } = await transaction.query<{ alertId: string; source: string; fingerprint: string }>({
    name: 'save-alert-states',
    text: save,
    values: [
      customerId,
      ...(
        [
          'source',
          'fingerprint',
          'state',
          'severity',
          'name',
          'rule',
          'description',
          'metricName',
          'entityId',
          'targetName',
          'incidentId',
        ] as const
      ).map(column),
      alerts.map(({ labels }) => JSON.stringify(labels)),
      ...(['sourceUrl', 'startedAt', 'endedAt', 'firstSeenAt', 'lastSeenAt', 'changedAt', 'count', 'neverEnds', 'targetKey'] as const).map(
        column,
      ),
      ...(['claimedStart', 'claimedEnd', 'lateUntil', 'sourceKey', 'tokenId'] as const).map(column),
      alerts.map(({ ignored }) => ignored.join(' ')),
    ],
  })
  return rows
}

/** Notes that alerts were seen again, and nothing else of them. */
export async function touchAlertStates(transaction: Transaction, customerId: string, alerts: AlertRow[]): Promise<void> {
  const column = <Key extends keyof AlertRow>(key: Key) => alerts.map((alert) => alert[key])
  await transaction.query({
    name: 'touch-alert-states',
    text: `update alert a set claimed_start = s.claimed_start, last_seen_at = s.last_seen_at, count = s.count
           from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::int[]) as s (alert_id, claimed_start, last_seen_at, count)
           where a.customer_id = $1 and a.alert_id = s.alert_id`,
    values: [customerId, column('alertId'), column('claimedStart'), column('lastSeenAt'), column('count')],
  })
}

export async function findFiringAlertsForAllCustomers(
  transaction: Transaction,
  source: string,
  rule: string,
): Promise<{ customerId: string; fingerprint: string }[]> {
  const { rows } = await transaction.query<{ customerId: string; fingerprint: string }>(
    `select customer_id as "customerId", fingerprint from alert 
     where state = 'firing' and source = $1 and rule = $2 and ${ofOpenCustomer('customer_id')}`,
    [source, rule],
  )
  return rows
}

/** Ends the alerts of an incident that their sources no longer end, and says in their trail who did. What is received from now on is a new episode. */
export async function endEndlessAlerts(
  transaction: Transaction,
  customerId: string,
  { incidentId, by, now }: { incidentId: string; by: string; now: Date },
): Promise<void> {
  await transaction.query({
    name: 'end-endless-alerts',
    text: `with ended as (
             update alert set state = 'resolved', ended_at = greatest($4::timestamptz, started_at), changed_at = $4, late_until = $4, ignored = '{}'
             where customer_id = $1 and incident_id = $2 and state = 'firing' and alert_is_endless(customer_id, never_ends, token_id) returning alert_id
           )
           insert into alert_trail (customer_id, alert_id, at, step, details)
           select $1, alert_id, $4, 'ended-by-person', jsonb_build_object('by', $3::text) from ended`,
    values: [customerId, incidentId, by, now],
  })
}
