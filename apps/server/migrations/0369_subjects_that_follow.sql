-- The subject of a ticket follows the title of its incident until a person changes it.
alter table ticket
  -- The subject that its incident gave it last; null for other tickets, and for those of earlier releases.
  add column incident_subject text;

-- A subject that follows its incident is no change that someone who edits the ticket must have seen.
create or replace function count_ticket_version() returns trigger language plpgsql
as $$
begin
  if new.incident_subject is not distinct from old.incident_subject then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
