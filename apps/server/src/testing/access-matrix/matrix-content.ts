import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { feedbackArea } from '@vakt/contract/tickets.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createEntity, createIngestToken } from '#server/testing/factories.ts'
import { type Account, accountAt, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies, bodyOf, calendarBody, connectorBody } from './matrix-bodies.ts'

export type Ids = {
  entityId: string
  seriesId: string
  alertId: string
  alertRuleId: string
  standardId: string
  incidentId: string
  majorIncidentId: string
  unmatchedAlertId: string
  unmatchedSeriesId: string
  bindingId: string
  signalId: string
  ticketId: string
  tempId: string
  attachmentId: string
  fileName: string
  otherTicketId: string
  commentId: string
  entryId: string
  tab: string
  viewId: string
  listViewId: string
  userId: string
  invitationId: string
  tokenId: string
  actionId: string
  mailId: string
  webhookId: string
  deliveryId: string
  jobId: string
  connectorId: string
  sourceId: string
  serviceTokenId: string
  serviceWindowId: string
  occurrenceId: string
  secret: string
  runId: string
  uploadId: string
  calendarId: string
  scheduleId: string
  overrideId: string
  staffId: string
  sessionId: string
}
/** Ids as nobody has them. */
export const unknownIds: Ids = {
  viewId: randomUUID(),
  listViewId: randomUUID(),
  entityId: randomUUID(),
  seriesId: '999999',
  alertId: '999999',
  alertRuleId: randomUUID(),
  standardId: randomUUID(),
  incidentId: '999999',
  majorIncidentId: '999999',
  unmatchedAlertId: '999999',
  unmatchedSeriesId: '999999',
  bindingId: randomUUID(),
  signalId: '999999',
  ticketId: '999999',
  tempId: randomUUID(),
  attachmentId: randomUUID(),
  fileName: 'note.txt',
  otherTicketId: '999998',
  commentId: '999999',
  entryId: '999999',
  tab: randomUUID(),
  userId: randomUUID(),
  invitationId: randomUUID(),
  tokenId: randomUUID(),
  mailId: randomUUID(),
  webhookId: randomUUID(),
  deliveryId: randomUUID(),
  jobId: '999999',
  connectorId: randomUUID(),
  sourceId: randomUUID(),
  serviceTokenId: randomUUID(),
  serviceWindowId: randomUUID(),
  occurrenceId: '999999',
  secret: 'unknown',
  runId: randomUUID(),
  uploadId: randomUUID(),
  actionId: '999999',
  calendarId: randomUUID(),
  scheduleId: randomUUID(),
  overrideId: randomUUID(),
  staffId: randomUUID(),
  sessionId: randomUUID(),
}
/** One alert of Alertmanager. */
export const notification = (name: string, fingerprint: string) => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      fingerprint,
      labels: { alertname: `Rule ${fingerprint}`, severity: 'critical', instance: name },
      annotations: {},
      startsAt: '2026-11-20T10:00:00Z',
    },
  ],
})

/** What makes one of each thing that a call can be about. */
export function createContent({ vakt, owner, request }: MatrixApp) {
  async function invite(customerId: string): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/invitation`
    return (await request(staff, 'POST', path, bodyOf('inviteUser', {}))).json.result.invitationId
  }

  async function makeTicket(customerId: string): Promise<{ ticketId: string; tempId: string }> {
    const { result } = (await request(staff, 'POST', `/api/v1/customer/${customerId}/ticket`, bodies.createTicket)).json
    return { ticketId: result.ticketId, tempId: result.temp_id }
  }

  /** Of feedback, which whoever is signed in may give. */
  async function makeTempId(customerId: string, account: Account): Promise<string> {
    const feedback = { ...(bodies.createTicket as object), area: feedbackArea }
    return (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket`, feedback)).json.result.temp_id
  }

  /** Two open incidents, the first with two alerts: `incidentId`, the second of its alerts, and `into`; merged for the call that undoes it. */
  async function makeIncidents(customerId: string, forCall: string): Promise<{ incidentId: string; into: string; alertId: string }> {
    const path = `/api/v1/customer/${customerId}`
    const token = await createIngestToken(vakt.database, customerId)
    const [one, two] = [await createEntity(vakt.database, customerId), await createEntity(vakt.database, customerId)]
    const second = randomUUID()
    for (const [entity, fingerprint] of [
      [one, randomUUID()],
      [one, second],
      [two, randomUUID()],
    ] as const)
      await vakt.send('alertmanager', token, notification(entity.name, fingerprint))
    await vakt.work()
    const alertsOf = async ({ entityId }: { entityId: string }) =>
      (await request(staff, 'GET', `${path}/alert?entityId=${entityId}`)).json.result as {
        alertId: string
        incidentId: string
        name: string
      }[]
    const alerts = await alertsOf(one)
    const chosen = alerts.find(({ name }) => name === `Rule ${second}`) ?? assert.fail('there is an alert of the second rule')
    const into = (await alertsOf(two))[0]?.incidentId ?? ''
    const { incidentId, alertId } = chosen
    if (forCall === 'unmergeIncident') await request(staff, 'POST', `${path}/incident/${incidentId}/merge`, { version: 1, into })
    return { incidentId, alertId, into }
  }

  /** One that is over where the call is to reopen it. */
  async function makeMajorIncident(customerId: string, name = ''): Promise<string> {
    const { incidentId } = await makeIncidents(customerId, '')
    const body = { title: { en: 'Network fault' }, incidents: [{ customerId, incidentId }] }
    const { majorIncidentId } = (await request(staff, 'POST', '/api/v1/major-incident', body)).json.result
    if (name === 'reopenMajorIncident')
      await request(staff, 'POST', `/api/v1/major-incident/${majorIncidentId}/update`, {
        ...(bodies.updateMajorIncident as object),
        ends: true,
      })
    return majorIncidentId
  }

  async function makeCalendar(): Promise<string> {
    return (await request(staff, 'POST', '/api/v1/admin/service-level/calendar', calendarBody)).json.result.calendarId
  }

  async function readStaffId(): Promise<string> {
    return (await request(staff, 'GET', `/api/v1/admin/on-call-people`)).json.result[0].userId
  }

  /** In the state that the call needs, with an override to come. */
  async function makeSchedule(forCall = ''): Promise<{ scheduleId: string; overrideId: string; staffId: string }> {
    const path = '/api/v1/admin/on-call'
    const staffId = await readStaffId()
    const { scheduleId } = (await request(staff, 'POST', path, bodies.createOnCallSchedule)).json.result
    const override = bodyOf('createOnCallOverride', { staffId })
    const { overrideId } = (await request(staff, 'POST', `${path}/${scheduleId}/override`, override)).json.result
    if (forCall === 'restoreOnCallSchedule') await request(staff, 'DELETE', `${path}/${scheduleId}`)
    return { scheduleId, overrideId, staffId }
  }

  async function makeToken(account: Account): Promise<string> {
    return (await request(account, 'POST', '/api/v1/authentication/api-token', bodies.createApiToken)).json.result.tokenId
  }

  async function createOn(account: Account, customerId: string, ticketId: string, part: 'comment' | 'hours'): Promise<string> {
    const body = part === 'comment' ? bodies.addTicketComment : bodies.registerHours
    const { result } = (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket/${ticketId}/${part}`, body)).json
    return result.commentId ?? result.entryId
  }

  async function makeWebhook(customerId: string): Promise<{ webhookId: string; deliveryId: string }> {
    const path = `/api/v1/admin/customer/${customerId}/webhook`
    const { webhookId } = (await request(staff, 'POST', path, bodies.createWebhook)).json.result
    const { deliveryId } = (await request(staff, 'POST', `${path}/${webhookId}/test`)).json.result
    return { webhookId, deliveryId }
  }

  async function makeFailedJob(customerId: string): Promise<string> {
    const { rows } = await owner.query<{ jobId: string }>(
      `insert into job (queue, customer_id, row_id, state, failed_at) values ('matrix', $1, $2, 'failed', now()) returning job_id as "jobId"`,
      [customerId, randomUUID()],
    )
    return rows[0]?.jobId ?? assert.fail('there is no job')
  }

  async function makeConnector(customerId: string): Promise<{ connectorId: string; runId: string }> {
    const path = `/api/v1/admin/customer/${customerId}/connector`
    const { connectorId, latestRun } = (await request(staff, 'POST', path, connectorBody)).json.result
    return { connectorId, runId: latestRun.runId }
  }

  async function makeServiceToken(customerId: string): Promise<string> {
    const path = `/api/v1/customer/${customerId}/service-token`
    return (await request(staff, 'POST', path, bodies.createServiceToken)).json.result.tokenId
  }

  /** In the state that the call needs. */
  async function makeSource(customerId: string, forCall = ''): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/monitoring-source`
    const { sourceId } = (await request(staff, 'POST', path, bodies.createMonitoringSource)).json.result
    if (forCall === 'endReplacedToken') await request(staff, 'POST', `${path}/${sourceId}/rotate`, bodies.rotateIngestToken)
    if (forCall === 'restoreMonitoringSource') await request(staff, 'POST', `${path}/${sourceId}/revoke`)
    return sourceId
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

  async function makeCalendarSecret(customerId: string): Promise<string> {
    const { json } = await request(accountAt(customerId), 'POST', `/api/v1/customer/${customerId}/service-window-calendar`)
    return json.result.path.split('/').at(-1)
  }

  /** In the state that the call needs. */
  async function makeRule(customerId: string, entityId: string, forCall = ''): Promise<string> {
    const path = `/api/v1/customer/${customerId}/alert-rule`
    const { alertRuleId } = (await request(staff, 'POST', path, bodyOf('createAlertRule', { entityId }))).json.result
    if (forCall === 'restoreAlertRule') await request(staff, 'DELETE', `${path}/${alertRuleId}`)
    return alertRuleId
  }

  /** In the state that the call needs. */
  async function makeStandard(forCall = ''): Promise<string> {
    const path = '/api/v1/admin/rule-standard'
    const { standardId } = (await request(staff, 'POST', path, bodies.createRuleStandard)).json.result
    if (forCall === 'excludeFromRuleStandard') await request(staff, 'POST', `${path}/${standardId}/apply`, bodies.applyRuleStandard)
    return standardId
  }

  async function makeSourceSignal(customerId: string, sourceId: string): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/monitoring-source/${sourceId}/test-signal`
    return (await request(staff, 'POST', path, bodies.sendTestSignal)).json.result.signalId
  }

  /** A file that was checked; no other is being imported. */
  async function makeUpload(customerId: string): Promise<string> {
    await owner.query("delete from connector where customer_id = $1 and kind = 'upload'", [customerId])
    await owner.query('delete from entity_upload where customer_id = $1', [customerId])
    const path = `/api/v1/customer/${customerId}/entity-upload`
    const { uploadId } = (await request(staff, 'POST', `${path}/file/note.txt`, bodies.receiveUpload)).json.result
    const found = { rows: 1, added: 1, changed: 0, returned: 0, unchanged: 0, kept: 0, missing: 0, bad: 0, problems: 0, broken: null }
    await owner.query("update entity_upload set state = 'checked', found = $2 where upload_id = $1", [uploadId, JSON.stringify(found)])
    return uploadId
  }

  async function makeMail(customerId: string): Promise<string> {
    const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query<{ id: string }>(
        `insert into mail_delivery (customer_id, recipient_customer_id, recipient_id, kind, address, recipient_name, language, subject,
           text_body, html_body, message_id, state, next_at, created_at)
         select customer_id, customer_id, user_id, 'commented', email, name, 'sv', 's', 't', 'h', gen_random_uuid()::text, 'kept', now(), now()
         from app_user where customer_id = $1 limit 1 returning delivery_id as id`,
        [customerId],
      ),
    )
    return rows[0]?.id ?? assert.fail('there is no mail')
  }

  /** A browser in which the account is signed in, beside the one that asks. */
  async function openSession(account: Account): Promise<string> {
    const headers = { 'x-vakt-session': randomUUID() }
    await request(account, 'POST', '/api/v1/authentication/usercontext', {}, headers)
    const sessions = (await request(account, 'GET', '/api/v1/authentication/session', undefined, headers)).json.result
    return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sessionId
  }

  async function makeView(customerId: string, account: Account): Promise<string> {
    return (await request(account, 'POST', `/api/v1/customer/${customerId}/ticket-view`, bodies.createTicketView)).json.result.viewId
  }

  async function makeListView(account: Account): Promise<string> {
    return (await request(account, 'POST', '/api/v1/list-view', bodies.createListView)).json.result.viewId
  }

  /** An alert that no entity matches, a binding, and a signal that nobody could read. */
  async function makeUnmatched(customerId: string, token: string, entityId: string) {
    await vakt.send('alertmanager', token, notification('nobody-knows-me', 'unmatched'))
    await vakt.send('alertmanager', token, { version: 'none' })
    await vakt.work()
    const { rows } = await owner.query<{ unmatchedAlertId: string; bindingId: string; signalId: string }>(
      `insert into entity_binding (customer_id, source, target_key, entity_customer_id, entity_id, created_at, created_by)
       values ($1, 'alertmanager', 'host someone', $1, $2, now(), 'x') returning binding_id as "bindingId",
         (select alert_id from alert where customer_id = $1 and target_key is not null limit 1) as "unmatchedAlertId",
         (select signal_id from signal where customer_id = $1 and state = 'unrecognised' limit 1) as "signalId"`,
      [customerId, entityId],
    )
    return rows[0] ?? assert.fail('there is nothing unmatched')
  }

  async function findSignalOfAlert(customerId: string, alertId: string): Promise<string> {
    const { trail } = (await request(staff, 'GET', `/api/v1/customer/${customerId}/alert/${alertId}`)).json.result
    return trail.find(({ signalId }: { signalId?: string }) => signalId)?.signalId ?? assert.fail('the trail names no signal')
  }

  /** Of a number that no other customer has. */
  async function makeSeries(customerId: string, entityId: string): Promise<string> {
    const seriesNo = 1000 + Math.floor(Math.random() * 100_000)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, entity_id)
         values ($1, $2, 'cpu', '{}', substring(sha256(convert_to($1, 'UTF8')) for 16), 'gauge', $3)`,
        [customerId, seriesNo, entityId],
      ),
    )
    return String(seriesNo)
  }

  /** Of a number that no other customer has, which matches nothing. */
  async function makeUnmatchedSeries(customerId: string): Promise<string> {
    const seriesNo = 200_000 + Math.floor(Math.random() * 100_000)
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into metric_series (customer_id, series_no, metric, labels, label_hash, kind, target_key, target_name)
         values ($1, $2, 'cpu', '{}', substring(sha256(convert_to($1 || ' unmatched', 'UTF8')) for 16), 'gauge', 'host stranger', 'stranger')`,
        [customerId, seriesNo],
      ),
    )
    return String(seriesNo)
  }

  async function furnish(customerId: string): Promise<Ids> {
    const entity = await createEntity(vakt.database, customerId)
    const token = await createIngestToken(vakt.database, customerId)
    await vakt.send('alertmanager', token, notification(entity.name, 'one'))
    await vakt.send('alertmanager', token, notification(entity.name, 'two'))
    await vakt.work()
    const unmatched = await makeUnmatched(customerId, token, entity.entityId)
    const { tempId, ticketId: otherTicketId } = await makeTicket(customerId)
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
      viewId: await makeView(customerId, accountAt(customerId)),
      listViewId: await makeListView(accountAt(customerId)),
      entityId: entity.entityId,
      seriesId: await makeSeries(customerId, entity.entityId),
      unmatchedSeriesId: await makeUnmatchedSeries(customerId),
      alertId: alert.alertId,
      alertRuleId: await makeRule(customerId, entity.entityId),
      standardId: await makeStandard(),
      ...(await makeWindow(customerId, entity.entityId)),
      secret: await makeCalendarSecret(customerId),
      incidentId: alert.incidentId,
      majorIncidentId: await makeMajorIncident(customerId),
      ...unmatched,
      ticketId: alert.ticketId,
      tempId,
      attachmentId: attached.json.result.attachmentId,
      fileName: 'note.txt',
      otherTicketId,
      commentId: await createOn(staff, customerId, alert.ticketId, 'comment'),
      entryId: await createOn(staff, customerId, alert.ticketId, 'hours'),
      tab: randomUUID(),
      userId,
      invitationId: await invite(customerId),
      tokenId: await makeToken(accountAt(customerId)),
      mailId: await makeMail(customerId),
      ...(await makeWebhook(customerId)),
      jobId: await makeFailedJob(customerId),
      ...(await makeConnector(customerId)),
      sourceId: await makeSource(customerId),
      serviceTokenId: await makeServiceToken(customerId),
      uploadId: await makeUpload(customerId),
      actionId: (await request(staff, 'GET', `/api/v1/admin/recorded-action?customerId=${customerId}`)).json.result[0].actionId,
      calendarId: await makeCalendar(),
      ...(await makeSchedule()),
      sessionId: await openSession(accountAt(customerId)),
    }
  }

  return {
    furnish,
    findSignalOfAlert,
    makeTicket,
    makeTempId,
    makeIncidents,
    makeMajorIncident,
    makeCalendar,
    makeSchedule,
    makeToken,
    makeListView,
    createOn,
    makeWebhook,
    makeFailedJob,
    makeConnector,
    makeServiceToken,
    makeRule,
    makeStandard,
    makeWindow,
    makeCalendarSecret,
    makeSource,
    makeSourceSignal,
    makeUpload,
    openSession,
    makeView,
  }
}
