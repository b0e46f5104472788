-- A page that goes out although it is not known whether a service window holds the resource: the check failed.
alter table page drop constraint page_kind_check;
alter table page add constraint page_kind_check check (kind in (
  'paged', 'held_back', 'nobody', 'not_allowed', 'waits', 'unanswered', 'quiet_hours', 'no_address', 'window_unchecked')) not valid;
