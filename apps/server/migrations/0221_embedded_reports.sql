-- Reports of Power BI that a customer may open. The workspace comes from here, never from a request.
create table embedded_report (
  customer_id text not null references customer on delete cascade,
  embedded_report_id uuid not null default gen_random_uuid(),
  name text not null,
  workspace_id uuid not null,
  power_bi_report_id uuid not null,
  -- The service principal profile that is asked for it; null: the service principal itself.
  profile_id uuid,
  -- The effective identity for row-level security of its dataset; empty: none.
  user_name text not null,
  roles text[] not null,
  created_at timestamptz not null,
  primary key (customer_id, embedded_report_id)
);
call protect_by_customer('embedded_report');
grant insert, delete on embedded_report to vakt_app;
