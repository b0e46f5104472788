-- Staff set the time zone in which times are written to a customer.
grant update (time_zone) on customer to vakt_app;
