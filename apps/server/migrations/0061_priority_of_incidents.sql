-- The priority that the open incident of a ticket asks for, 1 critical … 4 low; null without an open incident. It differs from the ticket's
-- own where a person set that, and after the severity fell.
alter table ticket add column incident_priority smallint check (incident_priority between 1 and 4);
