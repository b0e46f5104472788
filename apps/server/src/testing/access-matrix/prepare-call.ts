import assert from 'node:assert/strict'
import type { Operation } from '@vakt/contract/operation.ts'
import { type Account, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies } from './matrix-bodies.ts'
import type { createContent } from './matrix-content.ts'
import type { Ids } from './matrix-ids.ts'

type Call = { name: string; operation: Operation; account: Account; customerId: string }
type Values = Ids & { customerId: string }

export const pathOf = (operation: Operation, values: Record<string, string>) =>
  `/api/v1${operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? assert.fail(`the matrix has no ${name}`)))}`

/** Makes what one call needs beside what its customer was furnished with. */
export function createPreparation({ request }: MatrixApp, content: ReturnType<typeof createContent>) {
  /** What belongs to a user rather than to the customer: who asks has their own. */
  async function makeOwn({ operation, account, customerId }: Call, ids: Values): Promise<void> {
    // A view that is not shared is its owner's, and a temp_id its maker's.
    if (operation.path.includes(':tempId')) ids.tempId = await content.makeTempId(customerId, account)
    if (operation.path.includes(':viewId')) ids.viewId = await content.makeView(customerId, account)
    if (operation.path.includes(':listViewId')) ids.listViewId = await content.makeListView(account)
    if (operation.path.includes(':dashboardId')) ids.dashboardId = await content.makeDashboard(customerId)
    if (operation.path.includes(':tokenId')) ids.tokenId = await content.makeToken(account)
    if (operation.path.includes(':deviceId')) ids.deviceId = await content.makeDevice(account)
    if (operation.path.includes(':sessionId')) ids.sessionId = await content.openSession(account)
  }

  /** The values for the path of a call that reads. */
  async function prepareRead(call: Call, ids: Values): Promise<Values> {
    const { name, operation, customerId } = call
    if (operation.path.includes(':secret')) ids.secret = await content.makeCalendarSecret(customerId, name)
    if (name === 'getAlertSignal') ids.signalId = await content.findSignalOfAlert(customerId, ids.alertId)
    if (name === 'getSourceSignal') ids.signalId = await content.makeSourceSignal(customerId, ids.sourceId)
    await makeOwn(call, ids)
    return ids
  }

  /** The values for the path of a call that writes, about things of its own; what it sends is in `bodies`. */
  async function prepareWrite(call: Call, ids: Values): Promise<Values> {
    const { name, operation, account, customerId } = call
    if (operation.path.includes(':ticketId')) {
      ids.ticketId = (await content.makeTicket(customerId)).ticketId
      if (operation.path.includes(':commentId')) ids.commentId = await content.createOn(account, customerId, ids.ticketId, 'comment')
      if (operation.path.includes(':entryId')) ids.entryId = await content.createOn(staff, customerId, ids.ticketId, 'hours')
    }
    if (name === 'forgetUser') ids.userId = await content.makeUser(customerId, { isDisabled: true })
    if (name === 'changeUser' || name === 'handOver') ids.userId = await content.makeUser(customerId)
    if (/^((close|reopen|erase)Customer|setErasingTerm|askForCustomerArchive)$/.test(name))
      ids.customerId = await content.makeLeavingCustomer(name)
    if (operation.path.includes(':invitationId')) ids.invitationId = await content.invite(customerId)
    if (operation.path.endsWith('/staff-role/:role')) ids.role = await content.makeStaffRole()
    if (operation.path.includes(':jobId')) ids.jobId = await content.makeFailedJob(customerId)
    if (operation.path.includes(':webhookId')) Object.assign(ids, await content.makeWebhook(customerId))
    if (operation.path.includes(':destinationId')) ids.destinationId = await content.makeChatDestination(customerId)
    if (operation.path.includes(':connectorId')) Object.assign(ids, await content.makeConnector(customerId))
    if (operation.path.includes(':agentId')) ids.agentId = await content.makeAgent(customerId)
    if (operation.path.includes(':templateId')) ids.templateId = await content.makeAgentTemplate(customerId)
    if (operation.path.includes(':enrolmentTokenId')) ids.enrolmentTokenId = await content.makeEnrolmentToken(customerId)
    if (operation.path.includes(':serviceTokenId')) ids.serviceTokenId = await content.makeServiceToken(customerId)
    if (operation.path.includes(':sourceId')) ids.sourceId = await content.makeSource(customerId, name)
    if (operation.path.includes(':alertRuleId')) ids.alertRuleId = await content.makeRule(customerId, ids.entityId, name)
    if (operation.path.includes(':processModelId')) ids.processModelId = await content.makeProcess(customerId, ids.entityId, name)
    if (operation.path.includes(':standardId')) ids.standardId = await content.makeStandard(name)
    if (operation.path.includes(':serviceWindowId')) Object.assign(ids, await content.makeWindow(customerId, ids.entityId, name))
    if (operation.path.includes(':providerWindowId')) ids.providerWindowId = await content.makeProviderWindow()
    if (operation.path.includes(':embeddedReportId')) ids.embeddedReportId = await content.makeEmbeddedReport(customerId)
    if (operation.path.includes(':secret')) ids.secret = await content.makeCalendarSecret(customerId, name)
    if (operation.path.includes(':majorIncidentId')) ids.majorIncidentId = await content.makeMajorIncident(customerId, name)
    if (/^(merge|unmerge|split|openMajor)Incident$/.test(name)) Object.assign(ids, await content.makeIncidents(customerId, name))
    if (name === 'testIncidentContacts') await content.forgetContactTests(customerId)
    // Only so many files may be open at once.
    if (name === 'receiveUpload') await content.makeUpload(customerId)
    if (operation.path.includes(':uploadId')) ids.uploadId = await content.makeUpload(customerId)
    if (operation.path.includes(':calendarId')) ids.calendarId = await content.makeCalendar()
    if (operation.path.includes(':scheduleId')) Object.assign(ids, await content.makeSchedule(name))
    if (/^(askFor|answer|withdraw)Swap$/.test(name)) Object.assign(ids, await content.makeSwap(name))
    if (operation.path.includes(':policyId') || name === 'createEscalationPolicy') Object.assign(ids, await content.makePolicy(name))
    if (operation.path.includes(':teamMemberId')) Object.assign(ids, await content.makeTeamMember(name))
    if (/^(stop|skip|start)ProcessRun/.test(name)) Object.assign(ids, await content.makeProcessRun(customerId, ids))
    if (name === 'bindUnmatchedSeries') ids.unmatchedSeriesId = await content.makeUnmatchedSeries(customerId)
    if (name === 'removeEntityBinding') ids.bindingId = await content.makeBinding(customerId, ids.entityId)
    // Several people save, each from the version that they have.
    if (name === 'saveContactPreference') {
      const { result } = (await request(account, 'GET', '/api/v1/contact-preference')).json
      bodies[name] = { rules: [], quietHours: null, version: result?.version ?? 0 }
    }
    // Who saves says which version it was made from; several people may here, one after the other.
    if (name === 'saveEnvironmentSettings')
      bodies[name] = (await request(staff, 'GET', `/api/v1/customer/${customerId}/environment-settings`)).json.result
    if (name === 'saveBranding') {
      const { version } = (await request(staff, 'GET', '/api/v1/admin/branding')).json.result
      bodies[name] = { ...(bodies[name] as object), version }
    }
    if (name === 'removeBrandingPicture') await request(staff, 'PUT', pathOf(operation, ids), bodies.saveBrandingPicture as object)
    if (name === 'saveIncidentContacts') {
      const { version } = (await request(staff, 'GET', `/api/v1/customer/${customerId}/incident-contact`)).json.result
      bodies[name] = { ...(bodies[name] as object), version }
    }
    if (/^(save|restore)AgentConfiguration$/.test(name)) bodies[name] = await content.makeAgentConfiguration(customerId, ids.entityId, name)
    if (/^(save|enable|disable|remove)CloudOps$/.test(name)) bodies[name] = await content.makeCloudOps(customerId, ids.entityId, name)
    if (name === 'confirmPhoneNumber') bodies[name] = { code: await content.askForPhoneCode(account) }
    if (name === 'saveCloudOpsPrices') bodies[name] = (await request(staff, 'GET', pathOf(operation, ids))).json.result
    await makeOwn(call, ids)
    return ids
  }

  return { prepareRead, prepareWrite }
}
