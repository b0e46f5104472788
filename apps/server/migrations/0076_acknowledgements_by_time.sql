-- How long incidents waited for their acknowledgement.
create index concurrently incident_acknowledgement on incident_event (customer_id, at) include (incident_id) where kind = 'acknowledged';
