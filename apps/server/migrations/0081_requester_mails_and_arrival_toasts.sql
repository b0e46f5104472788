-- Opened by staff for someone without an account, who is written to by mail. Without effect once the ticket has a user as its requester.
alter table ticket add column requester_without_account boolean not null default false;
-- Mails to people without an account have no user as their recipient. Processes of the previous release do not send these: they mark them as
-- no longer allowed, and an operator can send them again.
alter table mail_delivery alter column recipient_id drop not null;
-- Whether new incidents are shown to the user on whatever screen is open.
alter table app_user add column arrival_toasts boolean not null default true;
