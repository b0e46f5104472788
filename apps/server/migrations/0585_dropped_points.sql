-- Points that an agent sent and that were not kept: how many since when, without an hour in between, when last, and why.
alter table agent
  add column points_dropped integer not null default 0,
  add column points_dropped_since timestamptz,
  add column points_dropped_at timestamptz,
  add column points_dropped_why text check (points_dropped_why in ('too_old', 'too_early', 'series_limit', 'malformed'));
