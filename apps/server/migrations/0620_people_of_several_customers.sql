-- Someone who belongs to several customers has an account at each. The first is found by issuer and subject, as before; each further one has an
-- own `subject`, its id, and here the subject of its person at the identity provider.
alter table app_user
  add column person_subject text,
  -- Of the accounts of one person the one that was chosen last is the one they work with.
  add column chosen_at timestamptz;
create unique index app_user_of_person on app_user (issuer, person_subject, customer_id) where (person_subject is not null);
create policy presented_person on app_user for select to vakt_app
  using (((issuer = (select presented('issuer'))) and (person_subject = (select presented('subject')))));
-- A session that its user ends is over at each of their customers. One that a customer ends, with the account or with itself, is over there only.
alter table user_session add column ended_here_only boolean not null default false;
