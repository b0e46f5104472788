create index concurrently mail_delivery_of_phones on mail_delivery (created_at) where channel in ('sms', 'voice');
