-- Who follows what of a customer. `target` is the id of the incident, ticket or entity; of a tag group its tags as JSON text, such as
-- [["application","checkout"],["environment",null]], so that it stays the same group when the customer groups by other tags.
create table follower (
  customer_id text not null references customer on delete cascade,
  kind text not null check (kind in ('incident', 'ticket', 'entity', 'tag_group')),
  target text not null check (length(target) <= 2000),
  -- Staff follow what is another customer's.
  follower_customer_id text not null,
  user_id uuid not null,
  followed_at timestamptz not null default now(),
  primary key (customer_id, kind, target, user_id),
  foreign key (follower_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index follower_of_user on follower (user_id, followed_at desc);
call protect_by_customer('follower');
grant insert, delete on follower to vakt_app;
