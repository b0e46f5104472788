-- As store_signals, with the bodies one after the other in a single value, and how long each is: in an array they would travel as
-- hexadecimal text, twice their size, written by the sender and read again here. It runs with the rights of its caller.
create function store_packed_signals(
  customer text, token_ids uuid[], formats text[], content_types text[], bodies bytea, sizes int[], states text[], notes text[], wakes boolean
) returns setof bigint language plpgsql as $$
begin
  perform set_config('vakt.customer_id', customer, true);
  return query
    insert into signal (customer_id, token_id, format, content_type, body, state, note)
    select customer, s.token_id, s.format, s.content_type,
      substring(bodies from (sum(s.size) over (order by s.position) - s.size + 1)::int for s.size), s.state, s.note
    from unnest(token_ids, formats, content_types, sizes, states, notes) with ordinality
      as s (token_id, format, content_type, size, state, note, position)
    order by s.position
    returning signal_id;
  if wakes then
    perform pg_notify('vakt_signal', '');
  end if;
end
$$;
revoke execute on function store_packed_signals from public;
grant execute on function store_packed_signals to vakt_app;
