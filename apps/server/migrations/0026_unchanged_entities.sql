-- What the connector said of the entity last, in short, once that was taken in whole: who says the same again changes nothing.
alter table connector_entity add column said text;
