create index recorded_action_of_all_by_time on recorded_action (at desc, action_id desc);
create index recorded_action_by_actor on recorded_action (actor_id, at desc, action_id desc);

-- Which member of staff looked into which customer in which hour, so that each is recorded once however many processes there are.
create table staff_look (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  -- The user through whose eyes they looked; empty: through their own.
  viewed_as text not null default '',
  hour timestamptz not null,
  primary key (customer_id, user_id, viewed_as, hour)
);
call protect_by_customer('staff_look');
grant insert, delete on staff_look to vakt_app;
