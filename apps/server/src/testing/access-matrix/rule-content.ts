import { standardQueues } from '#server/features/rule-standards/apply-in-background.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { accountAt, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies, bodyOf } from './matrix-bodies.ts'
import type { Ids } from './matrix-ids.ts'

/** Makes what calls about alert rules, processes and service windows need. */
export function createRuleContent({ owner, request, vakt }: MatrixApp) {
  const createContext = () => ({
    ...{ actor: { type: 'system' as const, job: 'matrix' }, now: new Date(), pool: vakt.database.worker },
    ...{ log: silentLog, requestId: null, isStaff: false },
  })

  /** As if the rule came from a standard that has other thresholds by now. */
  async function askForThresholds(alertRuleId: string): Promise<void> {
    await owner.query(
      `update alert_rule set standard_id = gen_random_uuid(), standard_rule_id = gen_random_uuid(), standard_name = 'Standard',
         standard_allows_threshold_changes = true, standard_asks = true,
         standard_content = '{"threshold": 1, "useCriticalThreshold": false, "criticalThreshold": null}' where rule_id = $1`,
      [alertRuleId],
    )
  }

  /** In the state that the call needs. */
  async function makeRule(customerId: string, entityId: string, forCall = ''): Promise<string> {
    const path = `/api/v1/customer/${customerId}/alert-rule`
    const { alertRuleId } = (await request(staff, 'POST', path, bodyOf('createAlertRule', { entityId }))).json.result
    if (forCall === 'restoreAlertRule') await request(staff, 'DELETE', `${path}/${alertRuleId}`)
    if (forCall === 'decideStandardThresholds') await askForThresholds(alertRuleId)
    return alertRuleId
  }

  /** In the state that the call needs. */
  async function makeStandard(forCall = ''): Promise<string> {
    const path = '/api/v1/admin/rule-standard'
    const { standardId } = (await request(staff, 'POST', path, bodies.createRuleStandard)).json.result
    if (forCall === 'excludeFromRuleStandard') {
      await request(staff, 'POST', `${path}/${standardId}/apply`, bodies.applyRuleStandard)
      await workThrough(standardQueues(), createContext)
    }
    return standardId
  }

  /** In the state that the call needs. */
  async function makeProcess(customerId: string, entityId: string, forCall = ''): Promise<string> {
    const path = `/api/v1/customer/${customerId}/process-model`
    const { processModelId } = (await request(staff, 'POST', path, bodyOf('createProcess', { entityId }))).json.result
    if (forCall === 'restoreProcess') await request(staff, 'DELETE', `${path}/${processModelId}`)
    if (forCall === 'enableProcess') await request(staff, 'POST', `${path}/${processModelId}/disable`)
    return processModelId
  }

  /** A run that is under way, and a process that can be started on the same incident. */
  async function makeProcessRun(
    customerId: string,
    { incidentId, entityId }: { incidentId: string; entityId: string },
  ): Promise<{ processRunId: string; processId: string }> {
    const processId = await makeProcess(customerId, entityId)
    const path = `/api/v1/customer/${customerId}/incident/${incidentId}/process-run`
    const { runId } = (await request(staff, 'POST', path, { processId: await makeProcess(customerId, entityId) })).json.result
    return { processRunId: runId, processId }
  }

  /** In the state that the call needs: waiting for an approval, or ongoing. */
  async function makeWindow(customerId: string, entityId: string, forCall = ''): Promise<Pick<Ids, 'serviceWindowId' | 'occurrenceId'>> {
    const path = `/api/v1/customer/${customerId}/service-window`
    const isWaiting = /^(approve|refuse)/.test(forCall)
    const { json } = isWaiting
      ? await request(staff, 'POST', path, { ...(bodyOf('createServiceWindow', { entityId }) as object), needsApproval: true })
      : await request(staff, 'POST', `${path}/start`, bodyOf('startServiceWindow', { entityId }))
    const { serviceWindowId, ongoing } = json.result
    return { serviceWindowId, occurrenceId: ongoing?.occurrenceId ?? '999999' }
  }

  /** For a group that no customer is in. */
  async function makeProviderWindow(): Promise<string> {
    const body = { ...(bodyOf('createProviderWindow', {}) as object), customerIds: ['group:matrix'] }
    return (await request(staff, 'POST', '/api/v1/service-window', body)).json.result.providerWindowId
  }

  async function makeCalendarSecret(customerId: string, forCall = ''): Promise<string> {
    if (forCall === 'readShiftCalendar')
      return (await request(staff, 'POST', '/api/v1/on-call/shift-calendar')).json.result.path.split('/').at(-1)
    const { json } = await request(accountAt(customerId), 'POST', `/api/v1/customer/${customerId}/service-window-calendar`)
    return json.result.path.split('/').at(-1)
  }

  return {
    askForThresholds,
    makeRule,
    makeStandard,
    makeProcess,
    makeProcessRun,
    makeWindow,
    makeProviderWindow,
    makeCalendarSecret,
  }
}
