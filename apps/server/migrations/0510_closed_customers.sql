-- Customers that have left: their people, tokens and jobs are refused, until the row is deleted.
create table closed_customer (
  customer_id text primary key references customer on delete cascade,
  closed_at timestamptz not null,
  closed_by text not null
);
call protect_by_customer('closed_customer');
grant insert, delete on closed_customer to vakt_app;
grant select (customer_id) on closed_customer to vakt_search;
create policy searches on closed_customer for select to vakt_search using (true);

-- For what presents a token before its customer is known.
create function is_closed(customer text) returns boolean language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$ select exists (select from closed_customer where customer_id = customer) $$;
revoke execute on function is_closed(customer text) from public;
grant execute on function is_closed(customer text) to vakt_app, vakt_staff, vakt_worker;

-- What staff read over all customers leaves closed ones out; who looks at a closed customer itself sees all of it.
create policy of_open_customers on alert_rule as restrictive to vakt_staff, vakt_limited_staff using (customer_id not in (select customer_id from closed_customer));
create policy of_open_customers on major_incident as restrictive to vakt_staff, vakt_limited_staff using (customer_id not in (select customer_id from closed_customer));
create policy of_open_customers on monitoring_source as restrictive to vakt_staff, vakt_limited_staff using (customer_id not in (select customer_id from closed_customer));
create policy of_open_customers on service_window as restrictive to vakt_staff, vakt_limited_staff using (customer_id not in (select customer_id from closed_customer));
