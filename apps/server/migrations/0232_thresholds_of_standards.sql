-- The standard has changed thresholds of which the customer has its own: they are asked whether to keep those.
alter table alert_rule add column standard_asks boolean not null default false;
