-- How long incidents waited for their acknowledgement, without a join with the events.
create index concurrently incident_by_acknowledgement on incident (customer_id, (coalesce(first_acknowledged_at, acknowledged_at)))
  include (opened_at, first_acknowledged_at, acknowledged_at) where coalesce(first_acknowledged_at, acknowledged_at) is not null;
