-- Calendars of the provider are for the tickets of all customers: without their rows a ticket of a visible customer shows no time left.
create policy for_all_customers_of_staff on business_calendar for select to vakt_limited_staff using (for_all);
grant select on business_calendar to vakt_limited_staff;
