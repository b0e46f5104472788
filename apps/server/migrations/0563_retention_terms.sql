-- For how many days each kind is kept: rows of the provider hold for every customer without one of its own.
create table retention_term (
  customer_id text not null references customer on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  days integer not null check (days between 30 and 7305),
  primary key (customer_id, kind)
);
call protect_by_customer('retention_term');
grant insert, update, delete on retention_term to vakt_app;
