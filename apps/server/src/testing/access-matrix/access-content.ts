import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { signToken } from '#server/testing/test-app.ts'
import { type Account, staff } from './matrix-accounts.ts'
import type { MatrixApp } from './matrix-app.ts'
import { bodies, bodyOf, connectorBody } from './matrix-bodies.ts'

/** The headers of a browser in which the account signed in again: a token stays with the session it was first used in. */
export async function newSessionOf({ user, isServiceToken }: Account): Promise<Record<string, string>> {
  const headers = { 'x-vakt-session': randomUUID() }
  return user && !isServiceToken ? { ...headers, authorization: `Bearer ${await signToken(user)}` } : headers
}

/** Makes what calls about people and their sessions, and the connections with other systems need. */
export function createAccessContent({ owner, request }: MatrixApp) {
  async function invite(customerId: string): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/invitation`
    return (await request(staff, 'POST', path, bodyOf('inviteUser', {}))).json.result.invitationId
  }

  /** Someone other than those who call: no one changes their own roles. */
  async function makeUser(customerId: string, { isDisabled = false } = {}): Promise<string> {
    const { rows } = await owner.query<{ userId: string }>(
      `insert into app_user (customer_id, issuer, subject, name, email, disabled_at)
       values ($1, 'i', $2, 'zelda', 'zelda@elsewhere.example', case when $3 then now() end) returning user_id as "userId"`,
      [customerId, randomUUID(), isDisabled],
    )
    return rows[0]?.userId ?? ''
  }

  /** A browser in which the account is signed in, beside the one that asks. */
  async function openSession(account: Account): Promise<string> {
    const headers = await newSessionOf(account)
    await request(account, 'POST', '/api/v1/authentication/usercontext', {}, headers)
    const sessions = (await request(account, 'GET', '/api/v1/authentication/session', undefined, headers)).json.result
    return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sessionId
  }

  /** The code that was sent to a new number of the user. */
  async function askForPhoneCode(account: Account): Promise<string> {
    const { number } = bodyOf('savePhoneNumber', {}) as { number: string }
    await request(account, 'PUT', '/api/v1/authentication/phone-number', { number })
    const { rows } = await owner.query('select text_body from mail_delivery where address = $1', [number])
    return /\d{6}/.exec(rows[0].text_body)?.[0] ?? ''
  }

  async function makeDevice(account: Account): Promise<string> {
    return (await request(account, 'POST', '/api/v1/push-device', bodyOf('addPushDevice', {}))).json.result.deviceId
  }

  async function makeToken(account: Account): Promise<string> {
    return (await request(account, 'POST', '/api/v1/authentication/api-token', bodies.createApiToken)).json.result.tokenId
  }

  /** A customer of its own, which is closed already for the calls about one that is. */
  async function makeLeavingCustomer(name: string): Promise<string> {
    const customerId = randomUUID()
    const leaving = { customerId, name: 'Leaving', emailDomains: [], tenants: [] }
    await request(staff, 'POST', '/api/v1/admin/customer', leaving)
    if (name !== 'closeCustomer') await request(staff, 'PUT', `/api/v1/admin/customer/${customerId}/closing`, bodies.closeCustomer)
    return customerId
  }

  /** One that can be downloaded. */
  async function makeArchive(customerId: string): Promise<string> {
    const { rows } = await owner.query(
      `with archive as (
         insert into customer_archive (customer_id, state, asked_at, asked_by, writing_id, bytes, parts, finished_at, expires_at)
         values ($1, 'ready', now(), 'x', gen_random_uuid(), 1, 1, now(), now() + interval '7 days') returning *)
       insert into customer_archive_part (customer_id, archive_id, writing_id, number, content)
       select customer_id, archive_id, writing_id, 0, 'x' from archive returning archive_id`,
      [customerId],
    )
    return rows[0].archive_id
  }

  async function makeServiceToken(customerId: string): Promise<string> {
    const path = `/api/v1/customer/${customerId}/service-token`
    return (await request(staff, 'POST', path, bodies.createServiceToken)).json.result.tokenId
  }

  /** One that no one has. */
  async function makeStaffRole(): Promise<string> {
    return (await request(staff, 'POST', '/api/v1/admin/staff-role', bodyOf('createStaffRole', {}))).json.result.role
  }

  async function makeWebhook(customerId: string): Promise<{ webhookId: string; deliveryId: string }> {
    const path = `/api/v1/admin/customer/${customerId}/webhook`
    const { webhookId } = (await request(staff, 'POST', path, bodies.createWebhook)).json.result
    const { deliveryId } = (await request(staff, 'POST', `${path}/${webhookId}/test`)).json.result
    return { webhookId, deliveryId }
  }

  async function makeChatDestination(customerId: string): Promise<string> {
    const path = `/api/v1/admin/customer/${customerId}/chat-destination`
    return (await request(staff, 'POST', path, bodies.createChatDestination)).json.result.destinationId
  }

  async function makeFailedJob(customerId: string): Promise<string> {
    const { rows } = await owner.query<{ jobId: string }>(
      `insert into job (queue, customer_id, row_id, state, failed_at) values ('matrix', $1, $2, 'failed', now()) returning job_id as "jobId"`,
      [customerId, randomUUID()],
    )
    return rows[0]?.jobId ?? assert.fail('there is no job')
  }

  /** Only so many can be sent in an hour. */
  async function forgetContactTests(customerId: string): Promise<void> {
    await owner.query("update incident_contact_list set tests = '[]' where customer_id = $1", [customerId])
  }

  async function makeConnector(customerId: string): Promise<{ connectorId: string; runId: string }> {
    const path = `/api/v1/admin/customer/${customerId}/connector`
    const { connectorId, latestRun } = (await request(staff, 'POST', path, connectorBody)).json.result
    return { connectorId, runId: latestRun.runId }
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

  return {
    invite,
    makeUser,
    openSession,
    askForPhoneCode,
    makeDevice,
    makeToken,
    makeLeavingCustomer,
    makeArchive,
    makeServiceToken,
    makeStaffRole,
    makeWebhook,
    makeChatDestination,
    makeFailedJob,
    forgetContactTests,
    makeConnector,
    makeUpload,
  }
}
