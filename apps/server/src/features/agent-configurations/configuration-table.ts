import type {
  AgentConfiguration,
  AgentConfigurationContent,
  AgentConfigurationReport,
  AgentConfigurationVersion,
  AgentTemplatePart,
  DroppedPoints,
  ExcludedEntry,
} from '@vakt/contract/agents/agent-configurations.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { configurationChannel } from './configuration-channel.ts'

/** `parts`: what the templates gave, in their order. */
export type VersionRow = Omit<AgentConfigurationVersion, 'changedAt' | 'templates'> & {
  changedAt: Date
  own: AgentConfigurationContent
  excluded: ExcludedEntry[]
  parts: AgentTemplatePart[]
}
type ReportMoments = { lastContactAt: Date; startedAt: Date | null; appliedAt: Date | null }
export type ReportRow = Omit<AgentConfigurationReport, keyof ReportMoments> & ReportMoments

type AgentMoments = { enrolledAt: Date; copiedSince: Date | null; refusesCommandsSince: Date | null }
/** Of points that were not kept; `droppedWhy` is null where there were none. */
type Dropped = { dropped: number; droppedSince: Date; droppedAt: Date; droppedWhy: DroppedPoints['why'] | null }
export type EnrolledRow = Omit<NonNullable<AgentConfiguration['agent']>, keyof AgentMoments | 'droppedPoints'> & AgentMoments & Dropped

const versionColumns = `version, content, coalesce(own, content) as own, excluded, parts, changed_at as "changedAt", changed_by as "changedBy", restored_version as "restoredVersion", problem`

export async function hasEntity(transaction: Transaction, customerId: string, entityId: string): Promise<boolean> {
  const { rowCount } = await transaction.query('select from entity where customer_id = $1 and entity_id = $2', [customerId, entityId])
  return rowCount === 1
}

/** The desired version; undefined before the first change. */
export async function readDesired(
  transaction: Transaction,
  customerId: string,
  entityId: string,
): Promise<(VersionRow & { configurationId: string }) | undefined> {
  const { rows } = await transaction.query<VersionRow & { configurationId: string }>(
    `select c.configuration_id as "configurationId", ${versionColumns}
     from agent_configuration c join agent_configuration_version v using (customer_id, entity_id, version)
     where c.customer_id = $1 and c.entity_id = $2`,
    [customerId, entityId],
  )
  return rows[0]
}

/** The latest first. */
export async function readVersions(transaction: Transaction, customerId: string, entityId: string, limit: number): Promise<VersionRow[]> {
  const { rows } = await transaction.query<VersionRow>(
    `select ${versionColumns} from agent_configuration_version where customer_id = $1 and entity_id = $2 order by version desc limit $3`,
    [customerId, entityId, limit],
  )
  return rows
}

export async function readVersion(
  transaction: Transaction,
  customerId: string,
  entityId: string,
  version: number,
): Promise<VersionRow | undefined> {
  const { rows } = await transaction.query<VersionRow>(
    `select ${versionColumns} from agent_configuration_version where customer_id = $1 and entity_id = $2 and version = $3`,
    [customerId, entityId, version],
  )
  return rows[0]
}

/** The number of the desired version, 0 before the first; locked until the transaction ends. */
export async function lockConfiguration(transaction: Transaction, customerId: string, entityId: string): Promise<number> {
  await transaction.query('insert into agent_configuration (customer_id, entity_id, version) values ($1, $2, 0) on conflict do nothing', [
    customerId,
    entityId,
  ])
  const { rows } = await transaction.query<{ version: number }>(
    'select version from agent_configuration where customer_id = $1 and entity_id = $2 for update',
    [customerId, entityId],
  )
  return rows[0]?.version ?? 0
}

/** The configuration must be locked. */
export async function insertVersion(transaction: Transaction, customerId: string, entityId: string, added: VersionRow): Promise<void> {
  await transaction.query('update agent_configuration set version = $3 where customer_id = $1 and entity_id = $2', [
    customerId,
    entityId,
    added.version,
  ])
  await transaction.query(
    `insert into agent_configuration_version (customer_id, entity_id, version, content, changed_at, changed_by, restored_version, problem,
       own, excluded, parts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      customerId,
      entityId,
      added.version,
      JSON.stringify(added.content satisfies AgentConfigurationContent),
      added.changedAt,
      added.changedBy,
      added.restoredVersion,
      added.problem,
      JSON.stringify(added.own),
      JSON.stringify(added.excluded),
      JSON.stringify(added.parts),
    ],
  )
  transaction.announceOnCommit(configurationChannel, entityId)
}

export async function readReport(transaction: Transaction, customerId: string, entityId: string): Promise<ReportRow | undefined> {
  const { rows } = await transaction.query<ReportRow>(
    `select r.agent_version as "agentVersion", r.platform, r.started_at as "startedAt", r.applied_version as "appliedVersion",
       r.applied_at as "appliedAt", r.failed_version as "failedVersion", r.problem, r.found,
       greatest(r.last_contact_at, (
         select max(c.last_seen_at) from agent a join agent_contact c using (customer_id, agent_id)
         where a.customer_id = r.customer_id and a.entity_id = r.entity_id)) as "lastContactAt"
     from agent_configuration_report r where r.customer_id = $1 and r.entity_id = $2`,
    [customerId, entityId],
  )
  return rows[0]
}

export type ReportState = Omit<ReportRow, 'found' | 'lastContactAt'>

/** What is kept of the last report but for what was found, which can be large: it is asked with each report. */
export async function readReportState(transaction: Transaction, customerId: string, entityId: string): Promise<ReportState | undefined> {
  const { rows } = await transaction.query<ReportState>({
    name: 'read-agent-report-state',
    text: `select agent_version as "agentVersion", platform, started_at as "startedAt", applied_version as "appliedVersion",
             applied_at as "appliedAt", failed_version as "failedVersion", problem
           from agent_configuration_report where customer_id = $1 and entity_id = $2`,
    values: [customerId, entityId],
  })
  return rows[0]
}

/** The agent that reported last of those that are enrolled for a resource and not ended. */
export async function readEnrolledAgent(transaction: Transaction, customerId: string, entityId: string): Promise<EnrolledRow | undefined> {
  const { rows } = await transaction.query<EnrolledRow>(
    `select a.agent_id as "agentId", a.hostname, a.enrolled_at as "enrolledAt", a.copied_since as "copiedSince",
       a.foreign_command_key_since as "refusesCommandsSince", a.clock_ahead_seconds as "clockAheadSeconds",
       a.points_dropped as dropped, a.points_dropped_since as "droppedSince", a.points_dropped_at as "droppedAt", a.points_dropped_why as "droppedWhy"
     from agent a join agent_contact c using (customer_id, agent_id)
     where a.customer_id = $1 and a.entity_id = $2 and a.revoked_at is null
     order by c.last_seen_at desc limit 1`,
    [customerId, entityId],
  )
  return rows[0]
}

/** When the last agent of the resource was ended; undefined where none was. */
export async function readLastEnd(transaction: Transaction, customerId: string, entityId: string): Promise<Date | undefined> {
  const { rows } = await transaction.query<{ endedAt: Date }>(
    `select revoked_at as "endedAt" from agent where customer_id = $1 and entity_id = $2 and revoked_at is not null
     order by revoked_at desc limit 1`,
    [customerId, entityId],
  )
  return rows[0]?.endedAt
}

/** Without `found` what was seen before stays. */
export async function writeReport(
  transaction: Transaction,
  customerId: string,
  entityId: string,
  report: Omit<ReportRow, 'found'> & { found: ReportRow['found'] | null },
): Promise<void> {
  await transaction.query({
    name: 'write-agent-configuration-report',
    text: `insert into agent_configuration_report as r (customer_id, entity_id, agent_version, platform, last_contact_at, applied_version,
             applied_at, failed_version, problem, found, started_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::jsonb, '{"services":[],"websites":[],"appPools":[]}'), $11)
           on conflict (customer_id, entity_id) do update set agent_version = $3, platform = $4,
             last_contact_at = greatest(r.last_contact_at, $5), applied_version = $6, applied_at = $7, failed_version = $8, problem = $9,
             found = coalesce($10::jsonb, r.found), started_at = $11`,
    values: [
      customerId,
      entityId,
      report.agentVersion,
      report.platform,
      report.lastContactAt,
      report.appliedVersion,
      report.appliedAt,
      report.failedVersion,
      report.problem,
      report.found && JSON.stringify(report.found),
      report.startedAt,
    ],
  })
}
