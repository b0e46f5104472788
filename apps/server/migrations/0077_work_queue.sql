-- The work queue: each row is work that waits on a row of a feature, or is being done. What is finished is deleted: that row is the history.
create table job (
  job_id bigint generated always as identity primary key,
  queue text not null check (length(queue) between 1 and 100),
  -- Null: the provider's own work. `tenant` lets the claim step over both kinds in one index.
  customer_id text references customer on delete cascade,
  tenant text not null generated always as (coalesce(customer_id, '')) stored,
  -- What only so many jobs may work for at once: a webhook, a connector. Few of them per customer, since each costs the claim a step; '': no such limit.
  key text not null default '' check (length(key) <= 100),
  -- The row this job works on. One job a queue and row, however often it is enqueued.
  row_id text not null check (length(row_id) between 1 and 100),
  priority smallint not null default 1 check (priority between 0 and 2),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  due timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Enqueued while it ran: it runs once more.
  runs_again boolean not null default false,
  lease_token uuid,
  lease_until timestamptz,
  error text,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (queue, tenant, row_id),
  check ((state = 'running') = (lease_token is not null and lease_until is not null)),
  check ((state = 'failed') = (failed_at is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

create index job_by_lane on job (queue, priority, tenant, key, due) where state = 'waiting';
-- An expression, so that the planner cannot take it for the claim: by plain `due` it would walk all jobs of one customer to find one of another.
create index job_by_due on job ((due at time zone 'UTC')) where state = 'waiting';
create index job_by_lease on job (queue, lease_until) where state = 'running';
create index job_failed on job (failed_at desc, job_id desc) where state = 'failed';
call protect_by_customer('job');
-- Work is enqueued in the transaction of its cause, and a failed job is retried or removed by a person.
grant insert, update, delete on job to vakt_app;

alter table webhook
  -- Deliveries that failed since the last one that arrived.
  add column failures integer not null default 0,
  -- Nothing is sent until then, because the last deliveries failed.
  add column paused_until timestamptz;
