create index concurrently alert_by_text on alert using gin (text_parts(customer_id, name || e'\n' || coalesce(target_name, ''))) with (gin_pending_list_limit='1024');
