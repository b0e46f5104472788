import type { Actor } from '#server/platform/context.ts'

/** The agent of a machine as who acts. */
export const agentActor = ({ agentId, hostname }: { agentId: string; hostname: string }): Actor => ({
  type: 'system',
  job: 'agent',
  machine: { kind: 'agent', id: agentId, name: hostname },
})
