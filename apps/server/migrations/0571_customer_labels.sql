-- Labels that the provider gives its customers: those with the same one are a group. `label_keys` has them as they are compared.
alter table customer add column labels text[] not null default '{}', add column label_keys text[] not null default '{}';
grant update (labels, label_keys) on customer to vakt_app;
