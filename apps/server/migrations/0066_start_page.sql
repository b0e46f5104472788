-- Where `/` leads; null: the dashboard for those who may see it, else the tickets.
alter table app_user add column start_page text check (start_page in ('dashboard', 'inbox', 'tickets'));
