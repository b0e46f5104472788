create policy of_open_customers on process as restrictive to vakt_staff, vakt_limited_staff using (customer_id not in (select customer_id from closed_customer));
