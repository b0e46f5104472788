-- Who opened which report last: for its card, and for those who ask whether it is read.
create table report_opening (
  customer_id text not null references customer on delete cascade,
  -- Its month, such as 2026-10, or the name of another report.
  report text not null,
  -- A user, of the customer or of the provider, or a service token.
  opened_by text not null,
  name text not null,
  opened_at timestamptz not null,
  primary key (customer_id, report, opened_by)
);
call protect_by_customer('report_opening');
grant insert, update on report_opening to vakt_app;
