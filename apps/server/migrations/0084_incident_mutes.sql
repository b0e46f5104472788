-- Who is not notified of an incident until when: then, if it is still open, a job of `mute_id` reminds them. A new time has a new id, so that
-- the job of the old one finds nothing. The row goes when the incident escalates, or when they take it back.
create table incident_mute (
  customer_id text not null,
  incident_id bigint not null,
  -- Staff mute what is another customer's.
  muter_customer_id text not null,
  user_id uuid not null,
  mute_id uuid not null default gen_random_uuid(),
  muted_at timestamptz not null,
  muted_until timestamptz not null,
  primary key (customer_id, incident_id, user_id),
  unique (customer_id, mute_id),
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade,
  foreign key (muter_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index incident_mute_of_user on incident_mute (muter_customer_id, user_id);
call protect_by_customer('incident_mute');
grant insert, update, delete on incident_mute to vakt_app;
