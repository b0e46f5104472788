-- What is removed after its time is found by it.
create index ticket_event_by_time on ticket_event (at) where told_at is not null;
create index notification_by_time on notification (created_at);
create index webhook_delivery_of_all_by_time on webhook_delivery (created_at);

-- For those who see only their own tickets.
create index ticket_by_requester_id on ticket (customer_id, requester_id, modified_at desc, ticket_id desc) where requester_id is not null;
