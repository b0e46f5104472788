import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import { featureKeys } from '@vakt/contract/features.ts'
import { createCustomer, createEntity } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { closeBuckets } from './close-buckets.ts'
import { matchNewSeries } from './match-series.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const minute = 60_000
const values: Record<string, number[]> = { low: [10], high: [90], both: [20, 50], same: [50], none: [] }

test('entities are listed by what they measured last, page by page, those without it last; by name without the right to see metrics', async () => {
  const { customerId, emailDomain } = await createCustomer(vakt.database, {
    roles: { admin: [...featureKeys], viewer: ['@feature.myenvironment.read'] },
  })
  const anna: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  for (const [name, sent] of Object.entries(values)) {
    const { entityId } = await createEntity(vakt.database, customerId, { name })
    const points = sent.map((value, index) => ({
      ...{ metric: 'load', dimensions: { core: String(index) }, value },
      at: new Date(Date.now() - 15 * minute).toISOString(),
    }))
    if (points.length === 0) continue
    const answer = await vakt.call(anna, 'POST', `/customer/${customerId}/entity/${entityId}/metric-point`, { points })
    assert.equal(answer.statusCode, 200, answer.body)
  }
  const later = { actor: { type: 'system' as const, job: 'close' }, now: new Date(Date.now() + 10 * minute), pool: vakt.database.worker }
  const createContext = () => ({ ...later, log: silentLog, requestId: null, isStaff: false })
  while (await matchNewSeries(createContext));
  while (await closeBuckets(createContext));
  const pageOf = async (user: TestUser, query: string, token?: string) => {
    const headers = token ? { 'x-continuation-token': token } : {}
    const answer = await vakt.call(user, 'GET', `/customer/${customerId}/entity-by-metric?${query}`, undefined, headers)
    assert.equal(answer.statusCode, 200, answer.body)
    const { result, continuation_token: next } = answer.json()
    return { names: result.map(({ name }: ListedEntity) => name) as string[], next: next as string | null }
  }
  const walk = async (user: TestUser, query: string) => {
    const names: string[] = []
    for (let page = await pageOf(user, query); ; page = await pageOf(user, query, page.next ?? undefined)) {
      names.push(...page.names)
      if (!page.next) return names
    }
  }
  assert.deepEqual(await walk(anna, 'metric=load&limit=2'), ['high', 'both', 'same', 'low', 'none'])
  assert.deepEqual(await walk(anna, 'metric=load&limit=1&direction=desc'), ['low', 'both', 'same', 'high', 'none'])
  assert.deepEqual(await walk(anna, 'metric=load&search=ow'), ['low'])
  assert.deepEqual(await walk(anna, 'metric=unknown&limit=3'), ['both', 'high', 'low', 'none', 'same'])
  const viewer: TestUser = { email: `bo@${emailDomain}`, roles: ['viewer'] }
  assert.deepEqual(await walk(viewer, 'metric=load'), ['both', 'high', 'low', 'none', 'same'])
})
