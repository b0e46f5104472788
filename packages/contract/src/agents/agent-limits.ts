// Apart from the calls: the program on the machines carries no schemas, which would cost it memory.

/** An agent is silent after this long without a report; it reports every minute. */
export const agentSilentMinutes = 5

export const agentConfigurationLimits = {
  patterns: 20,
  patternLength: 256,
  urls: 50,
  names: 200,
  folders: 50,
  queries: 50,
  /** How many services, sites and pools of a machine are kept to be shown. */
  foundNames: 10_000,
} as const
