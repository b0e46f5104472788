-- An event is mailed to a requester without an account once; others are unique by their user.
create unique index concurrently mail_delivery_without_account on mail_delivery (event_id) where recipient_id is null;
