import { agentSilentMinutes } from '@vakt/contract/agents/agent-limits.ts'
import { type OwnAlert, recordOwnAlert, writeMoment } from '#server/features/incidents/intake/record-own-alert.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { endSilence, lockWatchedAgent, readWatchedAgentsForAllCustomers, startSilence, type WatchedAgent } from './agent-watch-table.ts'

const silentMs = agentSilentMinutes * 60_000
/** After a pause as long as this, silence may be Vakt's own: agents get a whole interval again. */
const longestPauseMs = 2 * 60_000

const texts = {
  en: {
    name: (host: string) => `The agent on ${host} is silent`,
    more: (when: string) =>
      `Last contact ${when}; it reports every minute. Meanwhile nothing that it watches is known. Check that the machine runs and reaches the portal.`,
  },
  sv: {
    name: (host: string) => `Agenten på ${host} är tyst`,
    more: (when: string) =>
      `Senaste kontakt ${when}; den rapporterar varje minut. Så länge är inget av det den övervakar känt. Kontrollera att maskinen är igång och når portalen.`,
  },
}

function silenceAlert({ agentId, hostname, language, lastSeenAt, entityId, entityName }: WatchedAgent): OwnAlert {
  const name = texts[language].name(hostname)
  return {
    fingerprint: `agent-silent ${agentId}`,
    rule: 'AgentSilent',
    name,
    // The first line titles the incident and its ticket.
    description: `${name}\n\n${texts[language].more(writeMoment(lastSeenAt))}`,
    severity: 'high',
    about: hostname,
    entity: entityId === null ? null : { entityId, name: entityName ?? hostname },
  }
}

async function settleAgent(context: Context, { customerId, agentId }: WatchedAgent, silentBefore: Date): Promise<void> {
  await inTransaction(context, customerId, async (transaction) => {
    const agent = await lockWatchedAgent(transaction, customerId, agentId)
    if (!agent || isSettled(agent, silentBefore)) return
    const isNow = agent.silentSince === null
    await recordOwnAlert(transaction, context, customerId, silenceAlert(agent), isNow ? 'firing' : 'resolved')
    await (isNow ? startSilence(transaction, customerId, agent, context.now) : endSilence(transaction, customerId, agentId, context.now))
  })
}

const isSettled = ({ isRevoked, lastSeenAt, silentSince }: WatchedAgent, silentBefore: Date) =>
  (!isRevoked && lastSeenAt < silentBefore) === (silentSince !== null)

/**
 * Makes the job that raises an alert for each agent that has become silent, and resolves it when the agent reports again or was ended. Any
 * number of workers may do this at once.
 */
export function createAgentWatch(): (context: Context) => Promise<boolean> {
  let [watchedSince, watchedAt] = [0, 0]
  return async (context) => {
    const now = context.now.getTime()
    if (now - watchedAt > longestPauseMs) watchedSince = now
    watchedAt = now
    // Nothing is called silent before it was watched for a whole interval; what reports again is seen at once.
    const silentBefore = new Date(now - watchedSince < silentMs ? 0 : now - silentMs)
    const agents = await workForAllCustomers(context, (transaction) => readWatchedAgentsForAllCustomers(transaction, silentBefore))
    for (const agent of agents) {
      const before = agent.silentSince === null ? silentBefore : new Date(now - silentMs)
      if (isSettled(agent, before)) continue
      await settleAgent(context, agent, before).catch((error: unknown) =>
        context.log.error({ err: error, agentId: agent.agentId }, 'an agent could not be watched'),
      )
    }
    return false
  }
}
