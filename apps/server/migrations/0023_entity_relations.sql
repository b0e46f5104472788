-- What an entity's own id and properties say that it belongs to. The other one is named by its key, since it may be saved later, or never.
create table entity_relation (
  customer_id text not null,
  entity_id uuid not null,
  kind text not null,
  target_key text not null,
  primary key (customer_id, entity_id, kind, target_key),
  foreign key (customer_id, entity_id) references entity (customer_id, entity_id) on delete cascade
);
create index entity_relation_back on entity_relation (customer_id, target_key);
call protect_by_customer('entity_relation');
grant insert, delete on entity_relation to vakt_app;
