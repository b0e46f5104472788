import type { IncidentFollower } from '#server/features/incidents/incident-followers.ts'
import { announce, fewIds } from '#server/platform/live/announce.ts'
import { enqueueRuns } from './process-run-table.ts'
import { hasProcesses, insertRuns } from './start-run-table.ts'

/**
 * Starts the processes that match alerts which began to fire, in the transaction in which they open or join their incidents: each process at most
 * once for an incident. What a service window holds does not come here until it is raised.
 */
export const automationFollower: IncidentFollower = {
  async fired(transaction, { now }, customerId, alerts) {
    const ofEntities = alerts.flatMap(({ entityId, ...alert }) => (entityId === null ? [] : [{ ...alert, entityId }]))
    if (ofEntities.length === 0 || !(await hasProcesses(transaction, customerId))) return []
    const runs = await insertRuns(transaction, customerId, ofEntities, now)
    if (runs.length === 0) return []
    const runIds = runs.map(({ runId }) => runId)
    await enqueueRuns(transaction, customerId, runIds)
    announce(transaction, { type: 'process-run.changed', customerId, ...fewIds('runIds', runIds) })
    return []
  },
}
