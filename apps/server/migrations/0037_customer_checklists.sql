-- What staff decided about the checklist of a new customer. A customer without a row decided nothing.
create table customer_checklist (
  customer_id text primary key references customer on delete cascade,
  dismissed_at timestamptz,
  -- The usual roles were looked at and are right as they are.
  permissions_confirmed_at timestamptz
);
call protect_by_customer('customer_checklist');
grant insert, update on customer_checklist to vakt_app;
