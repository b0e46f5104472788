import type { Insert, Known } from './insert.ts'

/** A row in each table of agents and their configuration. */
export async function makeAgentRows(insert: Insert, { entityId }: Known) {
  await insert(`insert into agent_enrolment_token (customer_id, name, token_hash, ending, uses, uses_left, created_by, created_at, expires_at)
     values ($1, 'n', sha256(convert_to($1, 'UTF8')), 'abcd', 1, 1, 'x', now(), now())`)
  await insert(`insert into agent (customer_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
     values ($1, sha256(convert_to($1, 'UTF8')), '', 'h', 'linux', '1', 'n', now())`)
  await insert(`insert into agent_contact (agent_id, customer_id, last_seen_at, chain, former_chain, last_nonce)
     select agent_id, $1, now(), '', '', '' from agent where customer_id = $1`)
  await insert(
    `insert into agent_silence (customer_id, agent_id, silent_from) select $1, agent_id, now() from agent where customer_id = $1`,
  )
  await insert(`insert into agent_command (customer_id, command_id, agent_id, kind, names, issued_at, expires_at)
     select customer_id, gen_random_uuid(), agent_id, 'restart_systemd_unit', '{nginx}', now(), now() from agent where customer_id = $1 limit 1`)
  await insert(`insert into agent_allow_list (customer_id, agent_id, names, reported_at)
     select customer_id, agent_id, '{}', now() from agent where customer_id = $1 limit 1`)
  await insert(`insert into agent_configuration (customer_id, entity_id, version) values ($1, '${entityId}', 1)`)
  await insert(`insert into agent_configuration_version (customer_id, entity_id, version, content, changed_at, changed_by)
     values ($1, '${entityId}', 1, '{}', now(), 'x')`)
  await insert(`insert into agent_configuration_report (customer_id, entity_id, agent_version, platform, last_contact_at, applied_version, found)
     values ($1, '${entityId}', '1', 'linux', now(), 0, '{}')`)
  await insert(`insert into agent_template (customer_id, name, filter, filter_types, filter_resource_groups, filter_tags, version, stable_version,
       last_version, roll_out, stage_since, modified_at, modified_by)
     values ($1, 'n', '{}', '{}', '{}', '{}', 1, 0, 1, 'running', now(), now(), 'x')`)
  await insert(`insert into agent_template_version (customer_id, template_id, version, content, changed_at, changed_by)
     select $1, template_id, 1, '{}', now(), 'x' from agent_template where customer_id = $1`)
  await insert(`insert into agent_template_machine (customer_id, entity_id, template_id, version, configuration_version, state, given_at)
     select $1, '${entityId}', template_id, 1, 1, 'waiting', now() from agent_template where customer_id = $1`)
}
