-- How far the metrics of each connector are read, whichever worker reads them next.
create table azure_metric_progress (
  connector_id uuid primary key references connector on delete cascade,
  customer_id text not null references customer on delete cascade,
  -- When everything that rules watch was last read.
  read_at timestamptz,
  -- By entity and metric, in milliseconds since 1970: up to which time values were read.
  read_to jsonb not null default '{}'
);
call protect_by_customer('azure_metric_progress');
