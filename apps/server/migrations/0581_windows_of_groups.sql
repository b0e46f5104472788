-- A window of the provider (customer_id) for groups of customers: each customer in one has a service window of its own that is made of `content`,
-- also those that join later; those that leave have it disabled.
create table provider_window (
  provider_window_id uuid primary key,
  customer_id text not null references customer on delete cascade,
  group_labels text[] not null,
  -- As they are compared.
  group_keys text[] not null,
  content jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  -- When its last occurrence is over; null: it has no last one.
  ends_at timestamptz,
  -- Since then it follows the groups no more.
  stopped_at timestamptz,
  stopped_by text
);
call protect_by_customer('provider_window');
grant insert, update on provider_window to vakt_app;
-- Whether a customer has a window because it is in such a group, and since when it is disabled because it left.
alter table service_window
  add column of_group boolean not null default false,
  add column left_group_at timestamptz;
