create index concurrently incident_of_all_by_change on incident (changed_at desc, incident_id desc);
