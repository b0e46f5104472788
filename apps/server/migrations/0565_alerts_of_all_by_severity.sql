create index concurrently alert_of_all_by_severity on alert ((case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) desc, changed_at desc, alert_id desc);
