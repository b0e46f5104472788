-- Names of signals that mean no resource: they are not listed as unmatched until they are restored. Their alerts stay as they are.
create table unmatched_dismissal (
  customer_id text not null references customer on delete cascade,
  source text not null,
  target_key text not null,
  dismissed_at timestamptz not null,
  dismissed_by text not null,
  primary key (customer_id, source, target_key)
);
call protect_by_customer('unmatched_dismissal');
grant insert, delete on unmatched_dismissal to vakt_app;
