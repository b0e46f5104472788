-- Since when no key of SECRET_KEY decrypts the secret; null while it can be used.
alter table webhook add column secret_unreadable_since timestamptz;
alter table connector add column secret_unreadable_since timestamptz;
-- A new secret sends again what the old one could not sign.
grant update (state, next_at, attempts, finished_at) on webhook_delivery to vakt_app;
