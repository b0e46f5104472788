import { kind } from './archive-kind.ts'

export const agentKinds = [
  kind('agents', 'agent', 'VM agents, without their keys', {
    key: 'agent_id',
    columns: 'agent_id entity_id hostname platform version enrolled_at revoked_at',
    without: `public_key machine enrolled_with copied_since clock_ahead_seconds lost_reports silent_since key_changed_at
      foreign_command_key_since chain_broken_at points_dropped points_dropped_since points_dropped_at points_dropped_why`,
  }),
  kind('agent-allow-lists', 'agent_allow_list', 'What agents may act on, by the lists on their machines', {
    key: 'agent_id',
    columns: 'agent_id names reported_at',
  }),
  kind('agent-enrolment-tokens', 'agent_enrolment_token', 'Enrolment tokens, without the tokens themselves', {
    key: 'enrolment_token_id',
    columns: 'name entity_id uses created_by created_at expires_at revoked_at',
    without: 'enrolment_token_id token_hash ending uses_left',
  }),
  kind('agent-configurations', 'agent_configuration_version', 'Configurations of agents, each version', {
    key: 'entity_id version',
    columns: 'entity_id version content changed_at changed_by restored_version problem',
    without: 'own excluded parts',
  }),
  kind('agent-reports', 'agent_configuration_report', 'What agents reported last', {
    key: 'entity_id',
    columns: 'entity_id agent_version platform last_contact_at applied_version applied_at failed_version problem found started_at',
  }),
  kind('agent-silences', 'agent_silence', 'When agents did not report', {
    key: 'agent_id silent_from',
    columns: 'agent_id silent_from silent_to',
  }),
  kind('agent-commands', 'agent_command', 'What agents were asked to do', {
    key: 'command_id',
    columns: 'command_id agent_id kind names run_id state reason results issued_at expires_at taken_at finished_at',
    without: 'sequence',
  }),
  kind('agent-templates', 'agent_template', 'Templates of configurations', {
    key: 'template_id',
    columns: 'template_id name filter filter_types filter_resource_groups filter_tags version modified_at modified_by deleted_at',
    without: `name_key customer_ids revision stable_version last_version roll_out stage stage_since tolerated_failures`,
  }),
  kind('agent-template-versions', 'agent_template_version', 'Each version of templates', {
    key: 'template_id version',
    columns: 'template_id version content changed_at changed_by',
  }),
  kind('agent-template-machines', 'agent_template_machine', 'Which machines have which template', {
    key: 'entity_id template_id',
    columns: 'entity_id template_id version state problem given_at',
    without: 'configuration_version',
  }),
]
