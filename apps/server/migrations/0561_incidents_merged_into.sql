create index concurrently incident_merged_into_other on incident (customer_id, merged_into) where (merged_into is not null);
