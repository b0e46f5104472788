import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies, bodyOf } from './matrix-bodies.ts'

/** Makes what calls about agents, CloudOps, reports and dashboards need. */
export function createAgentContent({ owner, request }: MatrixApp) {
  async function makeAgent(customerId: string): Promise<string> {
    const { rows } = await owner.query<{ agentId: string }>(
      `insert into agent (customer_id, public_key, machine, hostname, platform, version, enrolled_with, enrolled_at)
       values ($1, $2, '', 'till', 'linux', '1', 't', now()) returning agent_id as "agentId"`,
      [customerId, randomBytes(32)],
    )
    return rows[0]?.agentId ?? assert.fail('there is no agent')
  }

  async function makeAgentTemplate(customerId: string): Promise<string> {
    const path = `/api/v1/customer/${customerId}/agent-template`
    return (await request(staff, 'POST', path, bodies.createAgentTemplate)).json.result.templateId
  }

  async function makeEnrolmentToken(customerId: string): Promise<string> {
    const path = `/api/v1/customer/${customerId}/agent-enrolment-token`
    return (await request(staff, 'POST', path, bodies.createEnrolmentToken)).json.result.enrolmentTokenId
  }

  /** Two versions, so that the first can be restored; what to send with the call. */
  async function makeAgentConfiguration(customerId: string, entityId: string, forCall: string): Promise<unknown> {
    const path = `/api/v1/customer/${customerId}/entity/${entityId}/vm-agent`
    const readVersion = async (): Promise<number> => (await request(staff, 'GET', path)).json.result.version
    const { content } = bodies.saveAgentConfiguration as { content: object }
    if (forCall === 'saveAgentConfiguration')
      return { content: { ...content, ignoredServices: [randomUUID()] }, version: await readVersion() }
    await request(staff, 'PUT', path, { content, version: await readVersion() })
    await request(staff, 'PUT', path, { content: { ...content, urls: [] }, version: await readVersion() })
    return { restoredVersion: 1, version: await readVersion() }
  }

  /** Brings it into the state that the call needs; what to send with it. */
  async function makeCloudOps(customerId: string, entityId: string, forCall: string): Promise<unknown> {
    const path = `/api/v1/customer/${customerId}/entity/${entityId}/cloudops`
    const readVersion = async (): Promise<number> => (await request(staff, 'GET', path)).json.result.version
    const settings = { ...(bodies.saveCloudOps as object), version: await readVersion() }
    if (forCall === 'saveCloudOps') return settings
    await request(staff, 'PUT', path, settings)
    if (forCall === 'disableCloudOps') await request(staff, 'POST', `${path}/enable`, { version: await readVersion() })
    return { version: await readVersion() }
  }

  async function makeEmbeddedReport(customerId: string): Promise<string> {
    const path = `/api/v1/customer/${customerId}/embedded-report`
    return (await request(staff, 'POST', path, bodyOf('createEmbeddedReport', {}))).json.result.embeddedReportId
  }

  /** Shared ones can be changed by everyone who may change dashboards. */
  async function makeDashboard(customerId: string): Promise<string> {
    const body = { ...(bodies.createCustomDashboard as object), isShared: true }
    return (await request(staff, 'POST', `/api/v1/customer/${customerId}/custom-dashboard`, body)).json.result.dashboardId
  }

  return {
    makeAgent,
    makeAgentTemplate,
    makeEnrolmentToken,
    makeAgentConfiguration,
    makeCloudOps,
    makeEmbeddedReport,
    makeDashboard,
  }
}
