-- What the list of entities is kept current by, and how each customer likes it.

alter table customer add column hidden_types text[] not null default '{}';
alter table customer add column environment_version integer not null default 0;
grant update (tag_keys, hidden_types, environment_version) on customer to vakt_app;

-- Which entities changed in which transaction, so that what servers keep in memory can follow: a transaction that an earlier snapshot did
-- not see is one whose changes are not there yet. Kept for an hour; what is older than that is read anew.
create table entity_change (
  change_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  transaction_id xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  entity_ids uuid[] not null
);
create index entity_change_of_customer on entity_change (customer_id, transaction_id);
create index entity_change_by_age on entity_change (customer_id, changed_at);
call protect_by_customer('entity_change');
grant insert, delete on entity_change to vakt_app;

create function note_changed_entities() returns trigger language plpgsql as $$
begin
  insert into entity_change (customer_id, entity_ids) select customer_id, array_agg(entity_id) from touched group by customer_id;
  -- Whoever deletes the same rows at once does not wait.
  delete from entity_change where change_id in (
    select change_id from entity_change
    where customer_id in (select customer_id from touched) and changed_at < now() - interval '1 hour'
    limit 1000 for update skip locked);
  return null;
end $$;
create trigger entity_change_insert after insert on entity referencing new table as touched
  for each statement execute function note_changed_entities();
create trigger entity_change_update after update on entity referencing new table as touched
  for each statement execute function note_changed_entities();
create trigger entity_change_delete after delete on entity referencing old table as touched
  for each statement execute function note_changed_entities();
