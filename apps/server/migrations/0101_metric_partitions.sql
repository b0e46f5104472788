-- Points are at most 24 hours old: chunks of the day before yesterday are packed, and their partition is not made again.
create or replace function make_metric_partitions(oldest_day integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hour integer := floor(extract(epoch from now()) / 3600);
  day integer := floor(extract(epoch from now()) / 86400);
begin
  set local lock_timeout = '1s';
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for i in 0..3 loop
    perform make_metric_partition('metric_batch', hour + i, to_timestamp((hour + i) * 3600.0)::text, to_timestamp((hour + i + 1) * 3600.0)::text);
  end loop;
  for d in greatest(least(oldest_day, day - 1), day - 35)..day + 2 loop
    perform make_metric_partition('metric_chunk', d, (d * 288)::text, ((d + 1) * 288)::text);
    perform make_metric_partition('metric_day', d, d::text, (d + 1)::text);
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
