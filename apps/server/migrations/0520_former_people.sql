-- Since when a user is to be forgotten: what names them is replaced everywhere, and they cannot be enabled again.
alter table app_user add column forgotten_at timestamptz;
