-- When a report of an agent last did not continue what the answers before had said: once after a backup is restored, again and again where
-- two machines have one key.
alter table agent add column chain_broken_at timestamptz;
