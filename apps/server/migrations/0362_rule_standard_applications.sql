-- Customers that a standard of the provider (customer_id) is being applied to, each by a job of its own, and what came of it.
create table rule_standard_application (
  customer_id text not null,
  standard_id uuid not null,
  target_customer_id text not null references customer on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Why it failed, and the key of that text.
  reason text,
  reason_key text,
  -- Who applies it, as the audit log has it.
  actor jsonb not null,
  primary key (standard_id, target_customer_id),
  foreign key (customer_id, standard_id) references rule_standard (customer_id, standard_id) on delete cascade
);
call protect_by_customer('rule_standard_application');
grant insert, update, delete on rule_standard_application to vakt_app;
create index rule_standard_application_of_target on rule_standard_application (target_customer_id);
