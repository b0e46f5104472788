import type { CloudOpsService } from '@vakt/contract/cloudops.ts'
import { keepCloudOps } from '#server/features/cloudops/monthly-costs.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer, createEntity } from './factories.ts'
import { createTestApp, type TestUser } from './test-app.ts'
import { silentLog } from './test-database.ts'

export const always = { timeZone: 'Europe/Stockholm', alwaysOpen: true, week: Array(7).fill(null), holidays: 'none', closedDays: [] }
const day = { opens: '08:00', closes: '17:00' }
export const office = { ...always, alwaysOpen: false, week: [day, day, day, day, day, null, null] }

/** A Vakt with a provider, and customers with one resource each whose CloudOps service is changed by calls. */
export async function createCloudOpsDesk() {
  const vakt = await createTestApp()
  const provider = await createCustomer(vakt.database, { isProvider: true })
  const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

  async function createPlace() {
    const { customerId, emailDomain } = await createCustomer(vakt.database)
    const { entityId } = await createEntity(vakt.database, customerId, { name: 'vm-web-01' })
    const path = `/customer/${customerId}/entity/${entityId}/cloudops`
    const admin: TestUser = { email: `eva@${emailDomain}`, roles: ['admin'] }
    const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
    const call = async (user: TestUser, method: string, to: string, body?: object) => {
      const answer = await vakt.call(user, method, to, body)
      return { ...answer.json(), status: answer.statusCode } as {
        status: number
        result: CloudOpsService
        errors: { message_translation_key: string }[]
      }
    }
    const save = (body: object, user = admin) => call(user, 'PUT', path, { description: '', calendar: always, version: 0, ...body })
    const set = (to: string, version: number, user = admin) => call(user, 'POST', `${path}/${to}`, { version })
    const prices = (list: Record<string, number>, body: object = {}) =>
      call(staff, 'PUT', `/admin/customer/${customerId}/cloudops-price`, {
        ...{ currency: 'SEK', version: 0, ...body },
        prices: Object.entries(list).map(([entityType, hourlyMinor]) => ({ entityType, hourlyMinor })),
      })
    /** What was done now is as if it had been done then. */
    const backdate = (version: number, at: string) =>
      workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
        transaction.query('update cloudops_version set valid_from = $3 where entity_id = $1 and version = $2', [entityId, version, at]),
      )
    return { customerId, entityId, path, admin, reader, call, save, set, prices, backdate }
  }

  const keep = (now: string) =>
    keepCloudOps({
      ...{ pool: vakt.database.worker, now: new Date(now), requestId: null, isStaff: true },
      ...{ actor: { type: 'system', job: 'keep-cloudops' }, log: silentLog },
    } as Context)

  return { vakt, provider, staff, createPlace, keep }
}
