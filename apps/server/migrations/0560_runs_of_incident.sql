create index concurrently process_run_of_incident on process_run (customer_id, incident_id);
