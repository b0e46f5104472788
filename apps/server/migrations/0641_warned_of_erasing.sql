-- Of which end of the term administrators were warned last, and how many days before it.
alter table closed_customer add column warned_for timestamptz, add column warned_days smallint;
