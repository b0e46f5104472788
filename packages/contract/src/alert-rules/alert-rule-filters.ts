// Apart from the calls: the addresses of screens are read by these, and every screen loads them.
export const ruleStateFilters = ['firing', 'counting', 'inhibited', 'no-data', 'not-evaluated', 'ok'] as const
