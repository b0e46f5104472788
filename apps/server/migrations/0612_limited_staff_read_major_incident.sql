-- Instead of all rows of the provider, or none.
drop policy if exists limited_staff_reads on major_incident;
create policy limited_staff_reads on major_incident for select to vakt_limited_staff
  using (major_incident_is_within(major_incident_id, (select staff_customers())));
grant select on major_incident to vakt_limited_staff;
