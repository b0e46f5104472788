-- Whether a message goes to an address that was chosen for it, whatever its recipient may see. Null: written by the previous release, whose kinds say it.
alter table mail_delivery add column is_addressed boolean;
