-- When a resource was heard from last is asked of its ended agents, too.
create index concurrently agent_ever_of_entity on agent (customer_id, entity_id);
