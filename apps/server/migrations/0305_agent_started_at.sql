-- When the program of the agent started, by its last report; null for agents that do not report it.
alter table agent_configuration_report add column started_at timestamptz;
