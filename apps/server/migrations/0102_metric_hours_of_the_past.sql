-- For content of the past that is older than buckets of five minutes are kept.
create function make_metric_day_of_hours_partitions(first_day integer, last_day integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if last_day - first_day > 400 or first_day < 0 then raise exception 'At most 400 days.'; end if;
  perform pg_advisory_xact_lock(hashtextextended('metric partitions', 0));
  for d in first_day..last_day loop
    perform make_metric_partition('metric_day_of_hours', d, d::text, (d + 1)::text);
  end loop;
end $$;
revoke execute on function make_metric_day_of_hours_partitions from public;
grant execute on function make_metric_day_of_hours_partitions to vakt_worker;
