-- Incidents on resources whose CloudOps service is active page as well, whatever their severity, unless the customer pages no one.
alter table paging_setting add column pages_cloudops boolean not null default true;
