-- Entities whose metrics people look at: what a cloud measures of them is read until then. Written by reads, at most once in five minutes each.
create table metric_interest (
  customer_id text not null references customer on delete cascade,
  entity_id uuid not null,
  wanted_until timestamptz not null,
  primary key (customer_id, entity_id),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
call protect_by_customer('metric_interest');
grant insert, update on metric_interest to vakt_app;
