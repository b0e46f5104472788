create index concurrently mail_delivery_of_destination on mail_delivery (destination_id, created_at) where destination_id is not null;
