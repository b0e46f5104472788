-- Saved views and the choice of columns for every list. Views of the other lists stand beside those of the tickets; their `list` names the
-- list that they are of. They belong to the customer of their owner.
alter table ticket_view add column list text not null default 'tickets';

-- How somebody likes a list other than that of the tickets: which columns, and which view they start with.
create table list_choice (
  customer_id text not null references customer on delete cascade,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 40),
  columns text[],
  default_view_id uuid,
  primary key (customer_id, user_id, list),
  foreign key (customer_id, default_view_id) references ticket_view (customer_id, view_id) on delete set null (default_view_id)
);
call protect_by_customer('list_choice');
grant insert, update on list_choice to vakt_app;
