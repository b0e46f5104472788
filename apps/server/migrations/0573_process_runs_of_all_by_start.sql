create index concurrently process_run_of_all_by_start on process_run (started_at desc, run_id desc);
