-- How often in a row a job was begun without an end, because the process that worked at it died.
alter table job add column times_lost smallint not null default 0;
