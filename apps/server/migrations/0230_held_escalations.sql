-- The severity that was reported last of an incident which an alert made worse while a window lasted. Null: the alert itself was held.
alter table service_window_hold add column escalated_from text;
