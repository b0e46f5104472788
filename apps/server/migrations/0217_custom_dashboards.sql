-- Dashboards that people arrange themselves. The owner may be one of the provider's people, so there is no key to a user of the customer.
create table custom_dashboard (
  dashboard_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  owner_id uuid not null,
  owner_name text not null,
  name text not null,
  is_shared boolean not null,
  -- [{"tileId", "kind", "width", "metric"}], in the order of the grid.
  tiles jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create index custom_dashboard_of_customer on custom_dashboard (customer_id, owner_id);
call protect_by_customer('custom_dashboard');
grant insert, update, delete on custom_dashboard to vakt_app;
