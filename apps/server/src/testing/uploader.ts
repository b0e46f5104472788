import assert from 'node:assert/strict'
import type { ConnectorRun } from '@vakt/contract/connectors.ts'
import type { ColumnUse, EntityUpload, RowStatus, UploadedEntity, UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'
import { connectorQueues } from '#server/features/connectors/run-connectors.ts'
import { uploadQueues } from '#server/features/entity-uploads/check-uploads.ts'
import { removeUploads } from '#server/features/entity-uploads/remove-uploads.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser, testConnectors } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'

type Checked = { uses?: ColumnUse[]; typeForAll?: string | null }
type Imported = { leaveOutBadRows?: boolean; isWholeEstate?: boolean }

/** A server whose worker runs when it is told to, and customers that send it files. */
export async function createUploader() {
  const vakt = await createTestApp()
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `anna@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
  const never = new AbortController().signal
  const contextAt = (now: Date) => (): Context => ({
    actor: { type: 'system', job: 'test' },
    now,
    pool: vakt.database.worker,
    log: silentLog,
    requestId: null,
    isStaff: false,
  })
  const work = {
    check: (signal = never, now = new Date()) => workThrough(uploadQueues(), contextAt(now), null, signal),
    run: (signal = never, now = new Date()) => workThrough(connectorQueues(testConnectors), contextAt(now), null, signal),
    async remove(now = new Date()) {
      while (await removeUploads(contextAt(now)())) {
        // Until nothing is left.
      }
    },
  }

  async function createOffice() {
    const { customerId, emailDomain } = await createCustomer(vakt.database)
    const admin: TestUser = { email: `admin@${emailDomain}`, roles: ['admin'] }
    const path = `/customer/${customerId}/entity-upload`
    const trySend = (name: string, file: Buffer, user = admin) =>
      vakt.call(user, 'POST', `${path}/file/${encodeURIComponent(name)}`, file, { 'content-type': 'application/octet-stream' })
    const get = (rest: string, user = admin) => vakt.call(user, 'GET', `${path}/${rest}`)
    const post = ({ uploadId }: { uploadId: string }, verb: string, body: object, user = admin) =>
      vakt.call(user, 'POST', `${path}/${uploadId}/${verb}`, body)
    const readAgain = async ({ uploadId }: EntityUpload): Promise<EntityUpload> => (await get(uploadId)).json().result
    return {
      customerId,
      admin,
      path,
      trySend,
      get,
      post,
      readAgain,
      put: ({ uploadId }: EntityUpload, verb: string, body: object) => vakt.call(admin, 'PUT', `${path}/${uploadId}/${verb}`, body),
      remove: ({ uploadId }: EntityUpload) => vakt.call(admin, 'DELETE', `${path}/${uploadId}`),
      async send(name: string, file: Buffer): Promise<EntityUpload> {
        const answer = await trySend(name, file)
        assert.equal(answer.statusCode, 200, answer.body)
        return answer.json().result
      },
      /** As the columns are, unless others are given. */
      async check(upload: EntityUpload, { uses = upload.columns.map(({ use }) => use), typeForAll = upload.typeForAll }: Checked = {}) {
        const answer = await post(upload, 'check', { uses, typeForAll })
        assert.equal(answer.statusCode, 200, answer.body)
        await work.check()
        return readAgain(upload)
      },
      async import(upload: EntityUpload, { leaveOutBadRows = false, isWholeEstate = false }: Imported = {}) {
        const answer = await post(upload, 'import', { leaveOutBadRows, isWholeEstate })
        assert.equal(answer.statusCode, 200, answer.body)
        await work.run()
        await work.remove()
        return readAgain(upload)
      },
      list: async (): Promise<EntityUpload[]> => (await vakt.call(admin, 'GET', path)).json().result,
      problems: async ({ uploadId }: EntityUpload): Promise<UploadProblem[]> => (await get(`${uploadId}/problem`)).json().result,
      uploaded: async ({ uploadId }: EntityUpload, standing: RowStatus): Promise<UploadedEntity[]> =>
        (await get(`${uploadId}/entity?standing=${standing}`)).json().result,
      entities: async () =>
        (
          await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
            transaction.query('select * from entity where customer_id = $1 order by external_key', [customerId]),
          )
        ).rows,
      async runs(): Promise<ConnectorRun[]> {
        const own = `/admin/customer/${customerId}/connector`
        const [connector] = (await vakt.call(staff, 'GET', own)).json().result
        return (await vakt.call(staff, 'GET', `${own}/${connector.connectorId}/run`)).json().result
      },
    }
  }
  return { vakt, staff, work, createOffice, close: () => vakt.close() }
}
