/**
 * Which rows of a table people see who are limited to some resources, beside what holds for everyone of the customer:
 * - `entity`: those about an entity that they see; without one, none
 * - `alert`, `incident`, `ticket`: those of one that they see
 * - `requester`: those about an entity that they see, or that they asked for
 * - `self`: the entities themselves
 * - `all`: all, as it says nothing of other resources, or is looked into only by what was found elsewhere
 */
type Sight = 'self' | 'entity' | 'alert' | 'incident' | 'ticket' | 'requester' | 'all'

const seenBy = (sight: Exclude<Sight, 'all'>, tables: readonly string[]) => tables.map((table) => [table, sight] as const)

/** A table that is not here is closed to them: one that is added shows them nothing until somebody has thought about it. */
export const limitedTables: ReadonlyMap<string, Sight> = new Map<string, Sight>([
  ...seenBy('self', ['entity']),
  ...seenBy('entity', [
    'agent_configuration_report',
    'alert',
    'alert_rule_state',
    'cloudops_service',
    'cloudops_version',
    'connector_entity',
    'entity_history',
    'entity_relation',
    'incident',
    // Written when someone looks at the metrics of a resource.
    'metric_interest',
    'metric_series',
  ]),
  ...seenBy('alert', ['alert_trail', 'service_window_hold']),
  ...seenBy('incident', ['escalation', 'incident_event', 'incident_mute', 'major_incident_part']),
  ...seenBy('requester', ['ticket']),
  ...seenBy('ticket', [
    'ticket_attachment',
    'ticket_change',
    'ticket_comment',
    'ticket_comment_version',
    'ticket_hours',
    'ticket_link',
    'ticket_presence',
    'ticket_search',
    'ticket_service_level',
    'ticket_visit',
  ]),
  ...[
    'app_user',
    'business_calendar',
    // What an hour costs of each type: the page of a resource says it of its own.
    'cloudops_price',
    'cloudops_terms',
    'customer',
    'customer_role_feature',
    'dashboard_visit',
    'follower',
    'ingest_token',
    'list_choice',
    // Points are found by their series.
    'metric_batch',
    'metric_chunk',
    'metric_customer',
    'metric_day',
    'metric_day_of_hours',
    'metric_metadata',
    'monitoring_source',
    'on_call_override',
    'on_call_schedule',
    'on_call_schedule_version',
    'service_target',
    'service_target_set',
    'staff_role',
    'team_member',
    // Found by its attachment.
    'ticket_attachment_content',
    'ticket_list_choice',
    'ticket_view',
  ].map((table) => [table, 'all'] as const),
])

const within = 'customer_id = (select current_customer())'
const ofEntity = `entity_id in (select seen.entity_id from entity seen where seen.${within})`
const ofOne = (table: string, thing: string) =>
  `exists (select from ${thing} seen where seen.customer_id = ${table}.customer_id and seen.${thing}_id = ${table}.${thing}_id)`

/** SQL: the condition on the rows of this table. */
function conditionOn(table: string, sight: Sight | undefined): string {
  switch (sight) {
    case undefined:
      return 'false'
    case 'all':
      return 'true'
    case 'self':
      return 'entity_marks(type, resource_group, tags) && (select limit_marks())'
    case 'entity':
      return ofEntity
    case 'requester':
      return `requester_id = (select presented('limited_user'))::uuid or ${ofEntity}`
    default:
      return ofOne(table, sight)
  }
}

/** What the policy of a table is called: it is made again where the table is seen in another way from now on. */
export const limitPolicyOf = (table: string): string => `resource_limit_${limitedTables.get(table) ?? 'closed'}`

/** SQL that makes the policy, of a table that has none. */
export const createLimitPolicy = (table: string): string =>
  `create policy ${limitPolicyOf(table)} on ${table} as restrictive to vakt_limited using (${conditionOn(table, limitedTables.get(table))})`
