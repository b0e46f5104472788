-- What staff are told of need not be a ticket.
alter table notification alter column ticket_id drop not null, alter column event_id drop not null;

-- When staff were told that it had been switched off.
alter table webhook add column told_off_at timestamptz;
create index webhook_to_tell_of on webhook (disabled_at) where disabled_because = 'failing' and told_off_at is null;
