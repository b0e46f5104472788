-- Who leads a major incident; null: the one who opened it.
alter table major_incident add column lead_name text;
