-- People who part incidents that were merged, or split one, have an escalation begin again in the same transaction.
grant update (next_at, round, step, outcome, ended_at, policy_name, steps, repeats) on escalation to vakt_app;
