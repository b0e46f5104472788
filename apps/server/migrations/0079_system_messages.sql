-- A text of Vakt's own that every reader gets in their language: {"code": …, "ticketId": …}. The body is its English, which the release before
-- this one shows; it knows the codes of system_text alone.
alter table ticket_comment add column system_message jsonb;
grant update (system_message) on ticket_comment to vakt_app;

-- What counts for how soon incidents are acknowledged: it stays when the acknowledgement is taken back. Null for what the release before this
-- one wrote; acknowledged_at then stands for it.
alter table incident add column first_acknowledged_at timestamptz;
grant update (first_acknowledged_at) on incident to vakt_app;
