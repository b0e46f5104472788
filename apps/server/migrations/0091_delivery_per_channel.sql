-- An event reaches a user once on each channel.
create unique index concurrently mail_delivery_of_event on mail_delivery (recipient_id, event_id, channel);
