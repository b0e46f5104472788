// Apart from the messages: the program on the machines carries no schemas, which would cost it memory.

/** What the agent of a machine asks of Vakt. */
export const agentPaths = {
  enrol: '/agent/v1/enrol',
  status: '/agent/v1/status',
  report: '/agent/v1/report',
  command: '/agent/v1/command',
  result: '/agent/v1/command-result',
  rotateKey: '/agent/v1/rotate-key',
} as const

/** Where the packages of the program are, for machines that have no agent yet. */
export const agentPackageFolder = '/agent/v1/package'
