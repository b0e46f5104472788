-- The report of a month that is over, as it was when it closed: what changes later does not change it.
create table report_month (
  customer_id text not null references customer on delete cascade,
  month text not null,
  -- As the contract has it, with registered hours, which not every reader sees.
  report jsonb not null,
  frozen_at timestamptz not null,
  primary key (customer_id, month)
);
call protect_by_customer('report_month');
