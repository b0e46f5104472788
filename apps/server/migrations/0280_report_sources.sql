-- When each agent was silent, for reports: its own row says only since when it is.
create table agent_silence (
  customer_id text not null,
  agent_id uuid not null,
  -- Of its last report before.
  silent_from timestamptz not null,
  -- Null: it still is.
  silent_to timestamptz,
  primary key (customer_id, agent_id, silent_from),
  foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade,
  check (silent_to >= silent_from)
);
create index agent_silence_by_time on agent_silence (customer_id, silent_from);
call protect_by_customer('agent_silence');
grant insert, update on agent_silence to vakt_app;
insert into agent_silence (customer_id, agent_id, silent_from)
  select customer_id, agent_id, silent_since from agent where silent_since is not null;

-- Hours that the customer paid for in advance: [{"date": "2026-01-01", "hours": 40}], by date.
alter table customer add column prepaid_hours jsonb not null default '[]' check (jsonb_typeof(prepaid_hours) = 'array');
grant update (prepaid_hours) on customer to vakt_app;
