-- Series whose first point may turn out to be an earlier one, when a bucket is closed.
create index concurrently metric_series_by_first_slot on metric_series (customer_id, first_slot);
