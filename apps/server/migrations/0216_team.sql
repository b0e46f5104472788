-- The people of the provider whom customers may call on. Rows are the provider's; a customer reads those that are shown to it.
create table team_member (
  team_member_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  position integer not null,
  name text not null,
  -- {"en", "sv"}
  role jsonb not null,
  -- The account, for the photo and for who is on call.
  user_id uuid,
  email text not null,
  phone text not null,
  languages text[] not null,
  time_zone text not null,
  -- From Monday on [{"opens", "closes"} or null]; null: not said.
  hours jsonb,
  shows_on_call boolean not null,
  -- Ids of customers; null: every customer.
  shown_to text[],
  version integer not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index team_member_of on team_member (customer_id, position);
call protect_by_customer('team_member');
create policy shown_team on team_member for select to vakt_app
  using (removed_at is null and (shown_to is null or current_customer() = any (shown_to)));
grant insert, update on team_member to vakt_app;
