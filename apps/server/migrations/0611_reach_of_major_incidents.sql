-- Staff who are limited to some customers see the major incidents that are about those customers alone. The rows are the provider's, and the
-- parts of other customers are hidden from them, so this reads past row-level security and says nothing but yes or no.
grant select (customer_id, major_incident_id) on major_incident_part to vakt_search;
create policy searches on major_incident_part for select to vakt_search using (true);

create function major_incident_is_within(major bigint, customers text[]) returns boolean
language sql stable parallel safe security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  select exists (select from major_incident_part where major_incident_id = major)
    and not exists (select from major_incident_part where major_incident_id = major and customer_id <> all(customers))
$$;
revoke execute on function major_incident_is_within(major bigint, customers text[]) from public;
grant execute on function major_incident_is_within(major bigint, customers text[]) to vakt_app, vakt_staff, vakt_limited_staff, vakt_worker;
