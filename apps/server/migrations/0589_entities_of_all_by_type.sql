create index concurrently entity_of_all_by_type on entity ((lower(type) collate "C"), customer_id);
