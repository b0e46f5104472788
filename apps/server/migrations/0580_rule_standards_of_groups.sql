-- Groups of customers that a standard is for, by their labels and as these are compared. Who joins one follows it, who leaves does not any more.
alter table rule_standard
  add column group_labels text[] not null default '{}',
  add column group_keys text[] not null default '{}';
-- Whether a customer follows it, or is to, because it is in such a group: those that were chosen one by one stay when they leave it.
alter table rule_standard_follower add column of_group boolean not null default false;
alter table rule_standard_application add column of_group boolean not null default false;
