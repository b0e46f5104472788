-- Goes up with each change of what the customer and its roles may, so that of two changes at once the later is told.
alter table customer add column access_version integer not null default 0;
grant update (enabled_features, access_version) on customer to vakt_app;
grant insert, update, delete on customer_role_feature to vakt_app;

create index customer_by_name on customer (name, customer_id);
