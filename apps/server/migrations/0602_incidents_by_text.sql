create index concurrently incident_by_text on incident using gin (text_parts(customer_id, title)) with (gin_pending_list_limit='1024');
