-- Lists of alert rules begin with those that fire.
create index alert_rule_state_firing on alert_rule_state (customer_id, rule_id) where firing in ('yes', 'critical') and inhibited_by is null;
