create unique index concurrently alert_rule_of_standard on alert_rule (standard_id, customer_id, standard_rule_id) where standard_id is not null and deleted_at is null;
