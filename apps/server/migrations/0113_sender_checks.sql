-- What a sender of a source must prove beside its token, each null where nothing more is asked: the secret that Grafana signs with, encrypted
-- for this row, and the audience and service account of Google's tokens. Raw messages of Amazon SNS carry no signature.
alter table monitoring_source
  add column sealed_grafana_secret bytea,
  add column google_audience text,
  add column google_email text,
  add column accepts_raw_sns boolean not null default false;
