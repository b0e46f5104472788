create index concurrently incident_merged_by_subject on incident (customer_id, subject) where merged_into is not null;
