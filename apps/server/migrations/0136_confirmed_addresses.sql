-- Addresses outside the customer and the provider: mails go there once their owner has confirmed that they want them.
create table confirmed_address (
  customer_id text not null references customer on delete cascade,
  -- In lower case.
  address text not null check (address = lower(address)),
  -- Of the link in the last mail that asked.
  token_hash bytea not null unique,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (customer_id, address)
);
call protect_by_customer('confirmed_address');
create policy presented_confirmation on confirmed_address for select to vakt_app
  using (encode(token_hash, 'hex') = (select presented('confirmation_hash')));
grant update on confirmed_address to vakt_app;
