create index concurrently entity_by_marks on entity using gin (entity_marks(type, resource_group, tags)) with (gin_pending_list_limit='1024');
