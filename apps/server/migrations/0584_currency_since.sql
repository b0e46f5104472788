-- When the currency of the customer last changed; null: not since this column.
alter table cloudops_terms add column currency_since timestamptz;
