-- The title of an incident follows the newest signal.
alter table incident
  -- What an alert rule of Vakt found: the title as a sentence in the language of each reader. Null for titles of other sources.
  add column finding jsonb;
grant update (title, finding) on incident to vakt_app;
