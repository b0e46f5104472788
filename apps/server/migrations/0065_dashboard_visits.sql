-- When a user last looked at the dashboard of a customer. Staff have rows too, who are no users of that customer; their row under the
-- provider is that of the dashboard of all customers.
create table dashboard_visit (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  seen_at timestamptz not null,
  -- The end of the visit before the current one.
  previous_seen_at timestamptz,
  primary key (customer_id, user_id)
);
call protect_by_customer('dashboard_visit');
grant insert, update on dashboard_visit to vakt_app;
