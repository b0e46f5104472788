-- An event is posted to a channel once.
create unique index concurrently mail_delivery_of_posted_event on mail_delivery (destination_id, posted_event_id);
