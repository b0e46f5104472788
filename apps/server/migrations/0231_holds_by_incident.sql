create index concurrently service_window_hold_of_incident on service_window_hold (customer_id, incident_id) where incident_id is not null;
