-- Who leads a major incident; null: the one who opened it.
alter table major_incident add column lead_name text;

-- What the text of Vakt's own that `system_text` names is about, such as the number of another ticket.
alter table ticket_comment add column system_values jsonb;
