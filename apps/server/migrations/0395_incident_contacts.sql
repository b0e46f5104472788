-- Who is mailed about incidents of a customer; those of the provider's own customer are for incidents of all customers. Without a row its
-- administrators are.
create table incident_contact (
  contact_id uuid default gen_random_uuid() primary key,
  customer_id text not null references customer on delete cascade,
  position integer not null,
  user_id uuid,
  -- Of someone without an account, in lower case.
  address text check (address = lower(address)),
  from_severity text not null check (from_severity in ('critical', 'high', 'medium', 'low')),
  -- At any time, or only while the calendar of the incident's customer is open, or closed.
  hours text not null check (hours in ('always', 'business', 'outside')),
  -- Of what is sent to an address.
  language text not null check (language in ('sv', 'en')),
  -- Signs the link with which the owner of an address stops the mails.
  stop_key bytea not null,
  stopped_at timestamptz,
  check (num_nonnulls(user_id, address) = 1),
  unique (customer_id, user_id),
  unique (customer_id, address),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('incident_contact');
grant insert, update, delete on incident_contact to vakt_app;
create policy presented_contact on incident_contact for select to vakt_app using ((contact_id::text = (select presented('incident_contact'))));

-- Goes up with each change of the contacts, and holds when they were tested.
create table incident_contact_list (
  customer_id text primary key references customer on delete cascade,
  version integer not null default 0,
  -- [{"at", "by", "deliveryIds"}], the latest last.
  tests jsonb not null default '[]'
);
call protect_by_customer('incident_contact_list');
grant insert, update on incident_contact_list to vakt_app;

-- Of which severities a user wants mails about incidents, or none; without a row their contacts decide.
create table incident_mail_choice (
  customer_id text not null,
  user_id uuid not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  by_mail boolean not null,
  primary key (customer_id, user_id, severity),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
call protect_by_customer('incident_mail_choice');
grant insert, update, delete on incident_mail_choice to vakt_app;
