-- As a case expression: under row-level security no condition on `coalesce` is looked up in an index, since the planner takes it for one that may leak.
create index concurrently incident_by_first_acknowledgement on incident
  (customer_id, (case when first_acknowledged_at is not null then first_acknowledged_at else acknowledged_at end))
  include (opened_at, first_acknowledged_at, acknowledged_at)
  where case when first_acknowledged_at is not null then first_acknowledged_at else acknowledged_at end is not null;
