-- Of which tickets a customer's people set the priority: their own, all, or none.
alter table customer add column customer_priority text not null default 'own' check (customer_priority in ('own', 'all', 'none'));
-- Whether the provider's staff set the id and link of the ticket in another system: a customer then leaves them as they are.
alter table ticket add column external_by_staff boolean not null default false;
grant update (customer_priority) on customer to vakt_app;
