-- A run also waits for the outcome of the command that its step sent to an agent.
alter table process_run drop constraint process_run_waits_for_check;
alter table process_run add constraint process_run_waits_for_check check (waits_for in ('delay', 'window', 'command')) not valid;
