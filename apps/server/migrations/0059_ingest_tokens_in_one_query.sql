-- Hashes that were presented together, comma separated.
create function presented_hashes(name text) returns bytea[] language sql stable parallel safe
  as $$ select array(select decode(hash, 'hex') from unnest(string_to_array(presented(name), ',')) as hash) $$;

-- Tokens that are shown at the same time are looked up in one query; as before, only who shows a secret sees its row.
create policy presented_secrets on ingest_token for select to vakt_app
  using (token_hash = any ((select presented_hashes('ingest_token_hashes'))::bytea[]));
