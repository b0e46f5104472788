-- The currency that the customer had when the price was set; null: an earlier release wrote the version, and the customer's currency is the same since.
alter table cloudops_version add column currency text check (currency ~ '^[A-Z]{3}$');
-- Before the currency of a customer changes, what has none yet gets the one before.
grant update (currency) on cloudops_version to vakt_app;
