create index concurrently alert_firing_by_source_key on alert (customer_id, source, source_key)
where state = 'firing' and source_key is not null;
