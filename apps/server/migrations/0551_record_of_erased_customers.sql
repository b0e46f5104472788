-- The audit log says what staff did at a customer also after the customer was erased.
alter table recorded_action drop constraint recorded_action_customer_id_fkey;
