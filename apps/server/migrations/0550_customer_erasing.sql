-- When a closed customer is erased (null: it is kept) and why then; since when and for whom it is being erased.
alter table closed_customer
  add column erases_at timestamptz,
  add column term_reason text,
  add column erasing_since timestamptz,
  add column erasing_by text;
grant update (erases_at, term_reason, erasing_since, erasing_by) on closed_customer to vakt_app;
create index closed_customer_by_term on closed_customer (erases_at) where (erases_at is not null);

-- What stays of a customer that was erased. It has no foreign key, since the customer is gone, and its number is never given again.
create table erased_customer (
  customer_id text primary key,
  name text not null,
  closed_at timestamptz not null,
  closed_by text not null,
  erased_at timestamptz not null,
  erased_by text not null
);
call protect_by_customer('erased_customer');
grant select (customer_id) on erased_customer to vakt_search;
create policy searches on erased_customer for select to vakt_search using (true);

create function refuse_erased_customer() returns trigger language plpgsql security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
begin
  if exists (select from erased_customer where customer_id = new.customer_id) then
    raise unique_violation using message = format('The number %s belonged to a customer that was erased.', new.customer_id);
  end if;
  return new;
end $$;
revoke execute on function refuse_erased_customer() from public;
create trigger refuse_erased before insert on customer for each row execute function refuse_erased_customer();
