create index concurrently entity_history_by_time on entity_history (customer_id, at);
