create index concurrently ticket_hours_by_day on ticket_hours (customer_id, worked_on);
