-- A rule, or one series of it, whose evaluation fails: left out, so that the other rules of the customer go on, and tried again.
create table alert_rule_fault (
  customer_id text not null,
  rule_id uuid not null,
  -- -1: the rule as a whole.
  series_no integer not null,
  -- A changed rule is evaluated at once: a fault of an earlier version no longer counts.
  rule_version integer not null,
  reason text not null,
  attempts integer not null default 1,
  -- The first bucket on which it was not evaluated.
  from_slot integer not null,
  -- The first bucket of the last attempt: there is no other before that is evaluated by the other rules.
  tried_slot integer not null,
  try_again_at timestamptz not null,
  primary key (customer_id, rule_id, series_no),
  foreign key (customer_id, rule_id) references alert_rule (customer_id, rule_id) on delete cascade
);
call protect_by_customer('alert_rule_fault');
