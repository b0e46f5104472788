-- An incident that people merged into another one is resolved, and leads there. The alerts and the ticket that went along come back when the
-- merge is undone.
alter table incident
  add column merged_into bigint,
  add column merged_alerts bigint[],
  add column merged_ticket bigint,
  add constraint incident_merged_into_customer foreign key (customer_id, merged_into) references incident (customer_id, incident_id) not valid;

alter table incident_event drop constraint incident_event_kind_check;
alter table incident_event add constraint incident_event_kind_check check (kind in (
  'acknowledged', 'unacknowledged', 'assigned', 'unassigned', 'noted', 'resolved', 'merged', 'bound', 'took-in', 'unmerged', 'gave-back', 'split',
  'split-from')) not valid;

grant insert on incident to vakt_app;
grant update (severity, merged_into, merged_alerts, merged_ticket) on incident to vakt_app;
grant update (incident_id) on alert to vakt_app;
