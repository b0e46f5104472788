-- A note of the provider's staff that customers do not see.
alter table incident_event add column private boolean not null default false;

-- The ticket holds the assignee of an incident that has one.
update ticket t set assignee = i.assignee, assignee_id = i.assignee_id
from incident i
where i.customer_id = t.customer_id and i.incident_id = t.incident_id and i.state <> 'resolved'
  and i.assignee is not null and t.assignee is null and t.status not in ('resolved', 'closed');
