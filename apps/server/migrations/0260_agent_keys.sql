-- When the machine last made a new key of its own, and since when it refuses commands because it knows another key of Vakt.
alter table agent add column key_changed_at timestamptz, add column foreign_command_key_since timestamptz;
