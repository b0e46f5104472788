-- The time zone in which times are written to people, in mails and summaries: a name of the IANA database, which the application checks.
-- A user without one has the customer's.
alter table customer add column time_zone text not null default 'Europe/Stockholm' check (length(time_zone) between 1 and 64);
alter table app_user add column time_zone text check (length(time_zone) between 1 and 64);
