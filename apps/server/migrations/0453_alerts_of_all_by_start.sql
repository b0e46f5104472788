create index concurrently alert_of_all_by_start on alert (started_at desc, alert_id desc);
