-- Who gets the report of a month by mail, and on which day of the next.
create table report_schedule (
  customer_id text primary key references customer on delete cascade,
  day smallint not null check (day between 1 and 28)
);
call protect_by_customer('report_schedule');
grant insert, update on report_schedule to vakt_app;

create table report_recipient (
  customer_id text not null references customer on delete cascade,
  recipient_customer_id text not null,
  user_id uuid not null,
  -- From the next mailing on.
  since timestamptz not null,
  -- Chosen by staff, and not by the user.
  is_chosen boolean not null,
  primary key (customer_id, user_id),
  foreign key (recipient_customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index report_recipient_of_user on report_recipient (recipient_customer_id, user_id);
call protect_by_customer('report_recipient');
grant insert, update, delete on report_recipient to vakt_app;

-- Each month is sent to each of them once.
create table report_mailing (
  customer_id text not null references customer on delete cascade,
  month text not null,
  user_id uuid not null,
  sent_at timestamptz not null,
  primary key (customer_id, month, user_id)
);
call protect_by_customer('report_mailing');

-- What a mail carries, made when it is sent: {"report": "2026-10"}.
alter table mail_delivery add column attachment jsonb;
