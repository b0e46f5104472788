-- One event that hits several customers. It belongs to the provider's own customer; what an affected customer sees of it is its own row of
-- major_incident_part, and the updates that are written on its incident.
create table major_incident (
  major_incident_id bigint generated always as identity primary key,
  customer_id text not null references customer on delete cascade,
  title_en text not null,
  title_sv text not null,
  opened_at timestamptz not null,
  opened_by text not null,
  ended_at timestamptz,
  unique (customer_id, major_incident_id)
);
call protect_by_customer('major_incident');
grant insert, update on major_incident to vakt_app;

create table major_incident_update (
  update_id bigint generated always as identity primary key,
  customer_id text not null,
  major_incident_id bigint not null,
  at timestamptz not null,
  author_name text not null,
  body_en text,
  body_sv text,
  check (coalesce(body_en, body_sv) is not null),
  foreign key (customer_id, major_incident_id) references major_incident (customer_id, major_incident_id) on delete cascade
);
create index major_incident_update_of on major_incident_update (customer_id, major_incident_id, update_id desc);
call protect_by_customer('major_incident_update');
grant insert on major_incident_update to vakt_app;

create table major_incident_part (
  customer_id text not null,
  incident_id bigint not null,
  major_incident_id bigint not null references major_incident on delete cascade,
  -- In the language of the customer.
  title text not null,
  added_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, incident_id),
  foreign key (customer_id, incident_id) references incident (customer_id, incident_id) on delete cascade
);
create index major_incident_part_of on major_incident_part (major_incident_id);
call protect_by_customer('major_incident_part');
grant insert, update, delete on major_incident_part to vakt_app;
