-- `mail_delivery_of_event` takes over; what the previous release writes is all of one channel.
alter table mail_delivery drop constraint mail_delivery_recipient_id_event_id_key;
