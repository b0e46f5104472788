create index concurrently entity_of_all_by_group on entity ((lower(resource_group) collate "C"), customer_id) where resource_group is not null;
