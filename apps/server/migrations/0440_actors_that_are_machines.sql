-- A process of automation and the agent of a machine stand in the audit log under their own name.
alter table recorded_action drop constraint recorded_action_actor_type_check;
alter table recorded_action add constraint recorded_action_actor_type_check
  check (actor_type in ('user', 'system', 'service-token', 'automation', 'agent')) not valid;
