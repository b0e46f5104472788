create index concurrently service_window_occurrence_by_settling on service_window_occurrence (settles_at) where settled_at is null;
