-- A ticket's number is taken before the ticket is written, so that all that belongs to it is written in one go.
grant usage on sequence ticket_ticket_id_seq to vakt_app;
