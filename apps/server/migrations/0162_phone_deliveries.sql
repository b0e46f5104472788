-- SMS and calls: which provider took one, under which id, in how many parts, at which price, and what it reported since (`delivered`, `failed`).
alter table mail_delivery
  add column provider text,
  add column provider_id text,
  add column parts smallint,
  add column price_millionths bigint,
  add column currency text,
  add column report text;
