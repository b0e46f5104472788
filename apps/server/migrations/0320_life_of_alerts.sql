-- What a source claims, beside the times that count; and how to find again what it means.
alter table alert
  add column claimed_start timestamptz,
  add column claimed_end timestamptz,
  -- Until then "firing" with an old start is a late copy.
  add column late_until timestamptz,
  -- What was received since the last change of the state and changed nothing, by its kind.
  add column ignored text[] not null default '{}',
  -- What the source itself calls the alert.
  add column source_key text,
  -- The ingest token that last brought it.
  add column token_id uuid;

-- Whether people may end an alert that fires: its source never says that it is over, or has no valid token any more.
create function alert_has_no_end(of_customer text, is_never_ending boolean, by_token uuid) returns boolean
language sql stable as $$
  select is_never_ending or exists (
    select from ingest_token t where t.customer_id = of_customer and t.token_id = by_token and not exists (
      select from ingest_token v
      where v.customer_id = t.customer_id and (v.token_id = t.token_id or v.source_id = t.source_id)
        and v.revoked_at is null and (v.expires_at is null or v.expires_at > now())
    )
  )
$$;

grant update (late_until, ignored) on alert to vakt_app;
