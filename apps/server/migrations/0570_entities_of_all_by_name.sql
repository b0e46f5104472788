create index concurrently entity_of_all_by_name on entity (name_key, entity_id) where not hidden;
