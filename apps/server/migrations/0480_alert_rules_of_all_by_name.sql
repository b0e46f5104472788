create index concurrently alert_rule_of_all_by_name on alert_rule (name_key, rule_id) where deleted_at is null;
