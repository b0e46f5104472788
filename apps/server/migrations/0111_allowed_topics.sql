-- A topic may be allowed before it asks.
grant insert on source_topic to vakt_app;
