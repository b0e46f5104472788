create index concurrently alert_of_all_by_change on alert (changed_at desc, alert_id desc);
