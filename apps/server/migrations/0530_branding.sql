-- The provider's own name, colour, pictures and mail sender. Everyone sees them, also without sign-in; only the worker's login writes them.
create table installation_branding (
  is_only_row boolean primary key default true check (is_only_row),
  name text not null default '',
  accent text not null default '' check (accent ~ '^(#[0-9a-f]{6})?$'),
  site_url text not null default '',
  support text not null default '',
  sender_name text not null default '',
  sender_address text not null default '',
  mail_footer text not null default '',
  shows_vakt boolean not null default true,
  version integer not null default 1
);
create table installation_picture (
  kind text primary key,
  content bytea not null,
  hash text not null,
  width integer not null,
  height integer not null
);
alter table installation_branding enable row level security;
alter table installation_branding force row level security;
alter table installation_picture enable row level security;
alter table installation_picture force row level security;
grant select on installation_branding, installation_picture to vakt_app, vakt_staff, vakt_requester;
grant select, insert, update, delete on installation_branding, installation_picture to vakt_worker;
create policy everyone_reads on installation_branding for select to vakt_app, vakt_staff, vakt_requester using (true);
create policy everyone_reads on installation_picture for select to vakt_app, vakt_staff, vakt_requester using (true);
create policy worker_writes on installation_branding to vakt_worker using (true) with check (true);
create policy worker_writes on installation_picture to vakt_worker using (true) with check (true);
