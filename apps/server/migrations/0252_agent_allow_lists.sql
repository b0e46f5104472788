-- What the list of a machine allows, as its agent last said when it asked for commands: what is not on it, the agent refuses.
create table agent_allow_list (
  customer_id text not null references customer on delete cascade,
  agent_id uuid not null,
  -- {"restart_systemd_unit": ["nginx"]}
  names jsonb not null,
  reported_at timestamptz not null,
  primary key (customer_id, agent_id),
  foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
);
call protect_by_customer('agent_allow_list');
grant insert, update on agent_allow_list to vakt_app;
