-- A connector that completes no run within two of its intervals raises an alert.
alter table connector
  -- Its schedule counts from here at the earliest; null: since it was created.
  add column watched_since timestamptz,
  -- While its alert fires.
  add column late_since timestamptz;
