-- The bucket of the first point of a series, from which on alert rules count it: null until one of its buckets is closed. Zero, for the series that are there
-- already: it began before this was noted.
alter table metric_series add column first_slot integer default 0;
alter table metric_series alter column first_slot drop default;
