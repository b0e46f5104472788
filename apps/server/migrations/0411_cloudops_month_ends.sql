-- The first moment that no longer counts to a frozen month, where the next one begins: the customer's time zone may change. Null: frozen by
-- an earlier release, which the next process that freezes months makes up for.
alter table cloudops_frozen_month add column ends_at timestamptz;
