create index concurrently incident_of_all_by_opening on incident (opened_at desc, incident_id desc);
