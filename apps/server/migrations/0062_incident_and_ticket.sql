-- A note of the provider's staff that customers do not see.
alter table incident_event add column private boolean not null default false;

-- The ticket holds the assignee of an incident that has one. Incidents that are open are few, and found by their index.
with assigned as (
  select customer_id, incident_id, assignee, assignee_id from incident where state <> 'resolved' and assignee is not null
)
update ticket t set assignee = i.assignee, assignee_id = i.assignee_id
from assigned i
where i.customer_id = t.customer_id and i.incident_id = t.incident_id and t.assignee is null and t.status not in ('resolved', 'closed');
