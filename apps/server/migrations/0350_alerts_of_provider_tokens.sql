-- A token of the provider is a row of the provider, which a customer does not see; of its alerts it must be known whether it still brings their end.
create policy searches on ingest_token for select to vakt_search using (is_provider);

-- Whether a token of the provider, or another one of its source, is valid. Of other tokens it says nothing.
create function provider_token_is_valid(by_token uuid) returns boolean
language sql stable security definer set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  select exists (
    select from ingest_token t
    join ingest_token v on v.customer_id = t.customer_id and (v.token_id = t.token_id or v.source_id = t.source_id)
    where t.token_id = by_token and t.is_provider and v.is_provider
      and v.revoked_at is null and (v.expires_at is null or v.expires_at > now())
  )
$$;
revoke execute on function provider_token_is_valid(by_token uuid) from public;
grant execute on function provider_token_is_valid(by_token uuid) to vakt_app, vakt_staff, vakt_worker;

-- Whether people may end an alert that fires: its source never says that it is over, or has no valid token any more, be it the provider's.
create function alert_is_endless(of_customer text, is_never_ending boolean, by_token uuid) returns boolean
language sql stable as $$
  select is_never_ending or (by_token is not null and not exists (
    select from ingest_token t
    join ingest_token v on v.customer_id = t.customer_id and (v.token_id = t.token_id or v.source_id = t.source_id)
    where t.customer_id = of_customer and t.token_id = by_token
      and v.revoked_at is null and (v.expires_at is null or v.expires_at > now())
  ) and not provider_token_is_valid(by_token))
$$;
