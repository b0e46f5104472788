-- How Vakt behaves for a customer.
alter table customer
  add column ticket_visibility text not null default 'all' check (ticket_visibility in ('all', 'own')),
  add column hours_shown boolean not null default false,
  add column mail_language text not null default 'sv' check (mail_language in ('sv', 'en')),
  add column settings_version integer not null default 0;
grant update (ticket_visibility, hours_shown, mail_language, settings_version, incident_join_minutes, ticket_from_severity) on customer to vakt_app;

-- vakt_requester is vakt_app for somebody who sees only their own tickets: everything else is as for vakt_app, while a ticket, and whatever
-- belongs to one, is there only for the person whom the transaction names.
do $$
begin
  if not exists (select from pg_roles where rolname = 'vakt_requester') then
    begin
      create role vakt_requester nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then
      -- Roles are shared by all databases of a server: another one was first, a moment ago.
      null;
    end;
  end if;
  if not pg_has_role('vakt_requester', 'vakt_app', 'member') then
    begin
      grant vakt_app to vakt_requester;
    exception when unique_violation or internal_error then
      null;
    end;
  end if;
end $$;

create policy own_ticket on ticket as restrictive to vakt_requester using (requester_id = (select presented('requester_id'))::uuid);

create procedure follow_ticket_visibility(target regclass) language plpgsql as $$
begin
  execute format('create policy ticket_seen on %1$s as restrictive to vakt_requester using (ticket_id is null or exists (
    select from ticket seen where seen.customer_id = %1$s.customer_id and seen.ticket_id = %1$s.ticket_id))', target);
end $$;

-- As before; a table of rows that belong to tickets follows what is seen of those.
create or replace procedure protect_by_customer(target regclass, customer_column text default 'customer_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_customer on %s to vakt_app using (%2$I = (select current_customer())) with check (%2$I = (select current_customer()))', target, customer_column);
  execute format('create policy all_customers_read on %s for select to vakt_staff using (true)', target);
  execute format('create policy named_or_all on %s to vakt_worker using ((select current_customer()) is null or %2$I = (select current_customer())) with check ((select current_customer()) is null or %2$I = (select current_customer()))', target, customer_column);
  execute format('grant select on %s to vakt_app, vakt_staff', target);
  execute format('grant select, insert, update, delete on %s to vakt_worker', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'ticket_id' and not attisdropped) then
    call follow_ticket_visibility(target);
  end if;
end $$;

do $$
declare target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'ticket_id' and c.relname <> 'ticket'
  loop
    call follow_ticket_visibility(target);
  end loop;
end $$;

-- By which time counts. Rows with for_all are the provider's own and read by all its customers.
create table business_calendar (
  calendar_id uuid primary key default gen_random_uuid(),
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  name text not null,
  time_zone text not null,
  always_open boolean not null,
  -- From Monday on: {"opens": "08:00", "closes": "17:00"}, or null.
  week jsonb not null,
  holidays text not null check (holidays in ('none', 'sweden', 'sweden_with_eves')),
  closed_days text[] not null default '{}',
  version integer not null default 1
);
create index business_calendar_of_customer on business_calendar (customer_id, name);
call protect_by_customer('business_calendar');
grant insert, update, delete on business_calendar to vakt_app;

-- What is promised for a priority, in open minutes; null: nothing. A customer's own line stands for the one with for_all.
create table service_target (
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  priority smallint not null check (priority between 1 and 5),
  calendar_id uuid not null references business_calendar,
  first_response_minutes integer,
  next_update_minutes integer,
  resolution_minutes integer,
  warn_at_percent smallint not null check (warn_at_percent between 1 and 100),
  primary key (customer_id, for_all, priority)
);
create index service_target_by_calendar on service_target (calendar_id);
call protect_by_customer('service_target');
grant insert, update, delete on service_target to vakt_app;

-- For each set of targets its version, and how far the open tickets have been reckoned anew by it; null: all of them.
create table service_target_set (
  customer_id text not null references customer on delete cascade,
  for_all boolean not null,
  version integer not null default 0,
  recount_after bigint,
  primary key (customer_id, for_all)
);
create index service_target_set_to_recount on service_target_set (customer_id) where recount_after is not null;
call protect_by_customer('service_target_set');
grant insert, update on service_target_set to vakt_app;

create policy for_all_customers on business_calendar for select to vakt_app, vakt_worker using (for_all and (select current_customer()) is not null);
create policy for_all_customers on service_target for select to vakt_app, vakt_worker using (for_all and (select current_customer()) is not null);

-- The clocks of a ticket as they were when something last happened to it.
create table ticket_service_level (
  customer_id text not null,
  ticket_id bigint not null,
  calendar_id uuid not null references business_calendar,
  clocks jsonb not null,
  -- When the next warning falls due; null: there is none to come.
  next_warning_at timestamptz,
  primary key (customer_id, ticket_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
create index ticket_service_level_to_warn on ticket_service_level (next_warning_at) where next_warning_at is not null;
create index ticket_service_level_by_calendar on ticket_service_level (calendar_id);
call protect_by_customer('ticket_service_level');
grant insert, update, delete on ticket_service_level to vakt_app;

-- Each warning that was given, so that none is given twice.
create table service_level_warning (
  customer_id text not null,
  ticket_id bigint not null,
  clock text not null check (clock in ('first_response', 'next_update', 'resolution')),
  round integer not null,
  level text not null check (level in ('soon', 'missed')),
  at timestamptz not null,
  primary key (customer_id, ticket_id, clock, round, level),
  foreign key (customer_id, ticket_id) references ticket (customer_id, ticket_id) on delete cascade
);
call protect_by_customer('service_level_warning');

-- When the next clock is up, for the order of lists; infinity: none runs.
alter table ticket add column due_at timestamptz not null default 'infinity';
create index ticket_by_due on ticket (customer_id, due_at, ticket_id);
create index ticket_of_all_by_due on ticket (due_at, ticket_id);
