-- With such a token machines of a customer enrol their agents.
create table agent_enrolment_token (
  enrolment_token_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ending text not null,
  -- No foreign key: a resource that is gone leaves a token that matches by name.
  entity_id uuid,
  uses integer not null check (uses > 0),
  uses_left integer not null check (uses_left between 0 and uses),
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (customer_id, enrolment_token_id)
);
create index agent_enrolment_token_of_customer on agent_enrolment_token (customer_id, created_at desc, enrolment_token_id desc)
  where revoked_at is null;
call protect_by_customer('agent_enrolment_token');
create policy presented_enrolment_token on agent_enrolment_token for select to vakt_app
  using (token_hash = decode((select presented('agent_enrolment_hash')), 'hex'));
grant insert, update on agent_enrolment_token to vakt_app;

-- An agent on a machine. What every report changes is in agent_contact.
create table agent (
  agent_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  entity_id uuid,
  -- Ed25519; the machine alone has the other half.
  public_key bytea not null unique check (octet_length(public_key) = 32),
  machine text not null,
  hostname text not null,
  platform text not null check (platform in ('linux', 'windows')),
  version text not null,
  enrolled_with text not null,
  enrolled_at timestamptz not null,
  copied_since timestamptz,
  clock_ahead_seconds integer not null default 0,
  lost_reports bigint not null default 0,
  -- While an alert says that it is silent.
  silent_since timestamptz,
  revoked_at timestamptz,
  unique (customer_id, agent_id)
);
create index agent_of_customer on agent (customer_id, enrolled_at desc, agent_id desc) where revoked_at is null;
create index agent_of_entity on agent (customer_id, entity_id) where revoked_at is null;
call protect_by_customer('agent');
-- Of a request that is not believed yet the key that its signature must fit.
create policy presented_agent on agent for select to vakt_app
  using (agent_id::text = (select presented('agent_id')) or public_key = decode((select presented('agent_key')), 'hex'));
grant insert, update on agent to vakt_app;

-- Narrow, half empty and without an index of what changes, so that each report is an update in place (HOT).
create table agent_contact (
  agent_id uuid primary key,
  customer_id text not null,
  last_seen_at timestamptz not null,
  -- What the next report must show; the one before it too, as an answer may be lost.
  chain text not null,
  former_chain text not null,
  last_nonce text not null,
  foreign key (customer_id, agent_id) references agent (customer_id, agent_id) on delete cascade
) with (fillfactor = 50);
call protect_by_customer('agent_contact');
grant insert, update on agent_contact to vakt_app;
