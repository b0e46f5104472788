-- What the job of a customer is to do with a standard: apply it, there without these resources where they are chosen, or stop it.
alter table rule_standard_application
  add column task text not null default 'apply' check (task in ('apply', 'stop')),
  add column excluded_entity_ids uuid[];
