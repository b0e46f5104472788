import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createEntity, createIngestToken } from '#server/testing/factories.ts'
import { createAccessContent } from './access-content.ts'
import { createAgentContent } from './agent-content.ts'
import { accountAt, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies } from './matrix-bodies.ts'
import type { Ids } from './matrix-ids.ts'
import { createOnCallContent } from './on-call-content.ts'
import { createRuleContent } from './rule-content.ts'
import { createSignalContent, notification } from './signal-content.ts'
import { createTicketContent } from './ticket-content.ts'

/** What makes one of each thing that a call can be about. */
export function createContent(app: MatrixApp) {
  const { vakt, request } = app
  const made = {
    ...createTicketContent(app),
    ...createSignalContent(app),
    ...createOnCallContent(app),
    ...createRuleContent(app),
    ...createAgentContent(app),
    ...createAccessContent(app),
  }

  async function furnish(customerId: string): Promise<Ids> {
    const entity = await createEntity(vakt.database, customerId)
    const token = await createIngestToken(vakt.database, customerId)
    await vakt.send('alertmanager', token, notification(entity.name, 'one'))
    await vakt.send('alertmanager', token, notification(entity.name, 'two'))
    await vakt.work()
    const unmatched = await made.makeUnmatched(customerId, token, entity.entityId)
    const { tempId, ticketId: otherTicketId } = await made.makeTicket(customerId)
    const [alert] = (await request(staff, 'GET', `/api/v1/customer/${customerId}/alert?entityId=${entity.entityId}`)).json.result
    assert.equal(alert.entity.entityId, entity.entityId)
    const path = `/api/v1/customer/${customerId}/ticket`
    const comment = await request(staff, 'POST', `${path}/${alert.ticketId}/comment`, {
      ...(bodies.addTicketComment as object),
      private: false,
    })
    const attached = await request(staff, 'POST', `${path}/attachment/${comment.json.result.temp_id}/note.txt`, { note: 'x' })
    const [{ userId }] = (await request(staff, 'GET', `/api/v1/admin/customer/${customerId}/user`)).json.result
    return {
      role: await made.makeStaffRole(),
      viewId: await made.makeView(customerId, accountAt(customerId)),
      dashboardId: await made.makeDashboard(customerId),
      listViewId: await made.makeListView(accountAt(customerId)),
      entityId: entity.entityId,
      seriesId: await made.makeSeries(customerId, entity.entityId),
      unmatchedSeriesId: await made.makeUnmatchedSeries(customerId),
      alertId: alert.alertId,
      alertRuleId: await made.makeRule(customerId, entity.entityId),
      processModelId: await made.makeProcess(customerId, entity.entityId),
      standardId: await made.makeStandard(),
      ...(await made.makeWindow(customerId, entity.entityId)),
      providerWindowId: await made.makeProviderWindow(),
      secret: await made.makeCalendarSecret(customerId),
      embeddedReportId: await made.makeEmbeddedReport(customerId),
      incidentId: alert.incidentId,
      majorIncidentId: await made.makeMajorIncident(customerId),
      ...unmatched,
      ticketId: alert.ticketId,
      tempId,
      attachmentId: attached.json.result.attachmentId,
      fileName: 'note.txt',
      month: '2026-11',
      period: '2026-11',
      kind: 'symbol',
      otherTicketId,
      commentId: await made.createOn(staff, customerId, alert.ticketId, 'comment'),
      entryId: await made.createOn(staff, customerId, alert.ticketId, 'hours'),
      tab: randomUUID(),
      userId,
      invitationId: await made.invite(customerId),
      tokenId: await made.makeToken(accountAt(customerId)),
      mailId: await made.makeMail(customerId),
      channel: 'mail',
      ...(await made.makeWebhook(customerId)),
      destinationId: await made.makeChatDestination(customerId),
      jobId: await made.makeFailedJob(customerId),
      ...(await made.makeConnector(customerId)),
      sourceId: await made.makeSource(customerId),
      serviceTokenId: await made.makeServiceToken(customerId),
      agentId: await made.makeAgent(customerId),
      templateId: await made.makeAgentTemplate(customerId),
      enrolmentTokenId: await made.makeEnrolmentToken(customerId),
      uploadId: await made.makeUpload(customerId),
      actionId: (await request(staff, 'GET', `/api/v1/admin/recorded-action?customerId=${customerId}`)).json.result[0].actionId,
      calendarId: await made.makeCalendar(),
      ...(await made.makeSwap()),
      ...(await made.makeSchedule()),
      ...(await made.makePolicy()),
      ...(await made.makeTeamMember()),
      ...(await made.makeProcessRun(customerId, { incidentId: alert.incidentId, entityId: entity.entityId })),
      deviceId: await made.makeDevice(accountAt(customerId)),
      sessionId: await made.openSession(accountAt(customerId)),
      archiveId: await made.makeArchive(customerId),
    }
  }

  return { ...made, furnish }
}
