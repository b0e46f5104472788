-- What a process has begun to work through of a customer's signals, noted before it begins and removed when it ends. One whose lease has lapsed
-- was begun and not ended.
create table signal_turn (
  customer_id text primary key references customer on delete cascade,
  holder uuid not null,
  signal_ids bigint[] not null,
  leased_until timestamptz not null
);
call protect_by_customer('signal_turn');

-- How often work on a signal was begun and did not end. A signal that stands alone is worked on by itself: a batch with it failed, or did not end.
alter table signal add column unended smallint not null default 0;
alter table signal add column is_alone boolean not null default false;
-- How many of its alerts are recorded already: many are recorded in several transactions.
alter table signal add column recorded_events integer not null default 0;
grant update (unended, is_alone) on signal to vakt_app;
