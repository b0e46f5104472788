-- Counts up with each late bucket, so that an evaluation notices one that was closed while it read.
alter table alert_rule_clock add column late_version bigint not null default 0;
