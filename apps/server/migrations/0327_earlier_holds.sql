-- The earlier times that the alert was held in this occurrence, the latest hundred: heldAt, outcome, outcomeAt and incidentId of each.
alter table service_window_hold add column earlier jsonb;
