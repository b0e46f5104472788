create index concurrently event_waiting_of_customer on event (customer_id, event_id) where dispatched_at is null;
