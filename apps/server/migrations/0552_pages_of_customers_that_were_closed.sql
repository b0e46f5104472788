-- Pages whose time passed while their customer was closed are not sent when it is opened again; the pages of the incident say so.
alter table page drop constraint page_kind_check;
alter table page add constraint page_kind_check check (kind in ('paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'waits_for_hours',
  'unanswered', 'quiet_hours', 'no_address', 'window_unchecked', 'customer_closed')) not valid;
alter table escalation drop constraint escalation_outcome_check;
alter table escalation add constraint escalation_outcome_check
  check (outcome in ('acknowledged', 'resolved', 'unanswered', 'no_policy', 'not_covered', 'customer_closed')) not valid;
grant insert on page to vakt_app;
