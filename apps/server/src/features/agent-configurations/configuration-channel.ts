/** Carries the id of a resource whose desired version changed. */
export const configurationChannel = 'vakt_agent_configuration'
