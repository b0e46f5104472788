-- What was resolved since a user's last visit, and how long it took.
create index concurrently incident_by_resolution on incident (customer_id, resolved_at) include (opened_at) where resolved_at is not null;
