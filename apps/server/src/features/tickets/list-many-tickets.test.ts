import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

const perPage = 40

/** Tickets of which every third says *gateway*, the oldest of these in its subject. */
async function createDesk(count: number) {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const insert = (subject: string, from: number, to: number) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(
        `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
         select $1, case when n = $3 then $2 else 'Ticket ' || n end, case when n % 3 = 0 then 'About the gateway.' else 'About nothing.' end,
           'request', 'other', 'Anna', 'person', moment, moment
         from generate_series($3::int, $4::int) as n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as moment) as at`,
        [customerId, subject, from, to],
      ),
    )
  await insert('The gateway', 0, count)
  const user: TestUser = { email: `anna@${emailDomain}`, roles: ['admin'] }
  const read = async (token?: string, query = 'search=gateway') => {
    const headers = token ? { 'x-continuation-token': token } : {}
    const answer = await vakt.call(user, 'GET', `/customer/${customerId}/ticket?${query}&limit=${perPage}`, undefined, headers)
    assert.equal(answer.statusCode, 200, answer.body)
    const { result, continuation_token: next } = answer.json()
    return { subjects: result.map(({ subject }: { subject: string }) => subject) as string[], next: next as string | null }
  }
  return { customerId, insert, read }
}

async function readAll(read: Awaited<ReturnType<typeof createDesk>>['read'], between = async () => {}, query?: string) {
  const subjects: string[] = []
  for (let next: string | null | undefined; next !== null; await between()) {
    const page = await read(next, query)
    subjects.push(...page.subjects)
    next = page.next
  }
  return subjects
}

test('of a word that many tickets say the newest come first, each once, over all pages', async () => {
  const { read } = await createDesk(600)
  const subjects = await readAll(read)
  assert.equal(subjects.length, 201)
  assert.deepEqual(subjects.slice(0, 2), ['Ticket 600', 'Ticket 597'])
  assert.equal(subjects.at(-1), 'The gateway')
  assert.equal(new Set(subjects).size, 201)
})

test('a search goes on in its order when the word becomes common, or rare, between two pages', async () => {
  const rare = await createDesk(150)
  let from = 1000
  const ranked = await readAll(rare.read, async () => {
    await rare.insert('More', from, from + 400)
    from += 400
  })
  assert.equal(ranked[0], 'The gateway')
  assert.equal(new Set(ranked).size, ranked.length)

  const common = await createDesk(600)
  const byTime = await readAll(common.read, async () => {
    await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query(`update ticket set modified_at = now() where customer_id = $1 and description = 'About nothing.'`, [
        common.customerId,
      ]),
    )
  })
  assert.equal(byTime.length, 201)
  assert.equal(byTime.at(-1), 'The gateway')
})

test('the provider finds a common word over all customers and in those asked for', async () => {
  const { customerId } = await createDesk(600)
  await vakt.call(staff, 'POST', '/authentication/usercontext', {})
  const search = async (query: string) => {
    const answer = await vakt.call(staff, 'GET', `/ticket?search=gateway&limit=50&${query}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result.map((row: { customer: { customerId: string } }) => row.customer.customerId) as string[]
  }
  assert.equal((await search('')).length, 50)
  assert.deepEqual(new Set(await search(`customer=${customerId}`)), new Set([customerId]))
})

test('filters find what most tickets are, what few are, and what none is, alone and with a search', async () => {
  const { customerId, read } = await createDesk(600)
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `update ticket set type = 'change', tags = array['it''s \\ rare'], assignee = 'Åsa' where customer_id = $1 and subject in ('Ticket 3', 'Ticket 4')`,
      [customerId],
    ),
  )
  const all = (query: string) => readAll(read, undefined, query)
  const rare = `tag=${encodeURIComponent("it's \\ rare")}`
  assert.equal((await all('type=request&source=person')).length, 599)
  assert.equal((await all('type=request&type=change&onlyOpen=true')).length, 601)
  assert.deepEqual(await all(`type=change&${rare}&assignee=${encodeURIComponent('Åsa')}`), ['Ticket 4', 'Ticket 3'])
  assert.deepEqual(await all('type=change&sort=number&direction=asc'), ['Ticket 3', 'Ticket 4'])
  assert.deepEqual(await all(`search=gateway&${rare}`), ['Ticket 3'])
  assert.deepEqual(await all('type=change&status=closed'), [])
  assert.deepEqual(await all('type=change&assignee=nobody'), [])
})
