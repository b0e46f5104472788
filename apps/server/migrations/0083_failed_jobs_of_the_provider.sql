-- Jobs of no customer are the provider's own work: it sees, retries and removes those that failed.
create function is_provider() returns boolean language sql stable as $$
  select exists (select from customer where customer_id = current_customer() and is_provider)
$$;
create policy provider_work_read on job for select to vakt_app using (customer_id is null and (select is_provider()));
create policy provider_work_retry on job for update to vakt_app using (customer_id is null and (select is_provider()));
create policy provider_work_remove on job for delete to vakt_app using (customer_id is null and (select is_provider()));
