-- Escalations wait for the hours of a CloudOps service, and end where the service has ended by then.
alter table page drop constraint page_kind_check;
alter table page add constraint page_kind_check check (kind in ('paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'waits_for_hours',
  'unanswered', 'quiet_hours', 'no_address', 'window_unchecked')) not valid;
alter table escalation drop constraint escalation_outcome_check;
alter table escalation add constraint escalation_outcome_check
  check (outcome in ('acknowledged', 'resolved', 'unanswered', 'no_policy', 'not_covered')) not valid;
