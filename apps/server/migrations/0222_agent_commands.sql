-- What an agent is told to do, and what came of it. Each is handed over at most once.
create table agent_command (
  customer_id text not null references customer on delete cascade,
  -- Names the effect that wanted it: handed over again under the same id, it is the same command.
  command_id uuid not null,
  agent_id uuid not null,
  -- Rises by agent: the agent carries out none that is not greater than the last one it saw.
  sequence bigint generated always as identity,
  kind text not null,
  names text[] not null,
  -- The run whose step it is.
  run_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'refused', 'failed', 'unknown', 'expired')),
  reason text,
  -- [{"name", "before", "after", "exitCode", "milliseconds"}]
  results jsonb not null default '[]',
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  finished_at timestamptz,
  primary key (customer_id, command_id),
  foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
);
create index agent_command_open on agent_command (agent_id, sequence) where state in ('waiting', 'taken');
call protect_by_customer('agent_command');
grant update (state, reason, results, taken_at, finished_at) on agent_command to vakt_app;
