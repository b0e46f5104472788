create index concurrently entity_by_text on entity using gin (text_parts(customer_id, name_key)) with (gin_pending_list_limit='1024');
