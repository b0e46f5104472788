-- The telephone number of a person, and the code that was sent to it: a number is used once its owner has entered the code.
create table phone_number (
  customer_id text not null,
  user_id uuid not null,
  -- E.164.
  number text not null,
  confirmed_at timestamptz,
  code_hash bytea,
  code_sent_at timestamptz,
  -- Wrong codes since it was sent.
  failed_attempts integer not null default 0,
  -- Codes sent on the day of `code_sent_at` (UTC).
  codes_sent integer not null default 0,
  changed_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references app_user (customer_id, user_id) on delete cascade
);
create index phone_number_by_number on phone_number (number);
call protect_by_customer('phone_number');
grant insert, update, delete on phone_number to vakt_app;

-- What a reply by SMS must say to acknowledge the page.
alter table page add column reply_code text;
