create index concurrently process_of_all_by_name on process (name_key, process_id) where removed_at is null;
