-- When each user last saw a ticket, from which lists mark tickets with news as unread. Written when a ticket changed since the last visit.
create table ticket_visit (
  customer_id text not null,
  ticket_id bigint not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (customer_id, ticket_id, user_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('ticket_visit');
grant insert, update on ticket_visit to vakt_app;
