-- The issuer of the identity provider that an account moves to when its owner signs in there with the same verified address.
alter table app_user add column moves_to_issuer text;
create policy presented_moving_account on app_user for select to vakt_app using (((moves_to_issuer = (select presented('issuer'))) and (lower(email) = (select presented('moving_address')))));
