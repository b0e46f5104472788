-- Goes up with each change of who a customer is, so that of two changes at once the later is told.
alter table customer add column details_version integer not null default 0;
grant insert (customer_id, name, created_at) on customer to vakt_app;
grant update (name, details_version) on customer to vakt_app;
grant insert, delete on customer_sign_in_rule to vakt_app;
create index customer_sign_in_rule_by_customer on customer_sign_in_rule (customer_id);
