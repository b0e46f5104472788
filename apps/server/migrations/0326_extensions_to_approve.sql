-- Until when an occurrence was approved, where its end was moved beyond that and the customer has not answered. Null: no extension waits.
alter table service_window_occurrence add column approved_ends_at timestamptz;
