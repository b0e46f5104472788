-- What staff should know about a customer before they call or restart anything. Of no use to the customer: only calls of the administration read it.
create table customer_card (
  customer_id text primary key references customer on delete cascade,
  -- [{"name", "role", "phone", "email"}], whom to call first at first.
  contacts jsonb not null,
  -- [{"text"}], a sentence each.
  instructions jsonb not null,
  contract_notes text not null,
  version integer not null
);
call protect_by_customer('customer_card');
grant insert, update on customer_card to vakt_app;
