-- Why the metrics of a cloud could not be read the last time, and since when; null while they can.
alter table connector
  add column metrics_failed_since timestamptz,
  add column metrics_failure text,
  add column metrics_failure_detail text;
