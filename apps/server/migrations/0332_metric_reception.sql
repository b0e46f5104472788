-- When points of metrics were taken: the processes that receive them move `seen_at` of the present span on every few seconds, and begin a new one after a
-- gap in which none of them did. Of no customer.
create table metric_reception (
  since timestamptz primary key,
  seen_at timestamptz not null
);
alter table metric_reception enable row level security;
alter table metric_reception force row level security;
create policy read_reception on metric_reception for select to vakt_app using (true);
create policy worker_reception on metric_reception to vakt_worker using (true) with check (true);
grant select on metric_reception to vakt_app;
grant select, insert, update, delete on metric_reception to vakt_worker;
