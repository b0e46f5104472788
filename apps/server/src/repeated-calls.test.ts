import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Operation, takesIdempotencyKey } from '@vakt/contract/operation.ts'
import { operations } from '@vakt/contract/operations.ts'
import { nordan, provider } from '#server/features/demo/demo-customers.ts'
import { type Account, accounts, mayDo, nordanAdmin, staff } from '#server/testing/access-matrix/matrix-accounts.ts'
import { openMatrixApp } from '#server/testing/access-matrix/matrix-app.ts'
import { bodyOf } from '#server/testing/access-matrix/matrix-bodies.ts'
import { createContent } from '#server/testing/access-matrix/matrix-content.ts'
import type { Ids } from '#server/testing/access-matrix/matrix-ids.ts'
import { createPreparation, pathOf } from '#server/testing/access-matrix/prepare-call.ts'
import { signInAccounts } from '#server/testing/access-matrix/sign-in-accounts.ts'

const matrix = await openMatrixApp()
const { owner, request, readAllRows } = matrix
const content = createContent(matrix)
const { prepareWrite } = createPreparation(matrix, content)
after(matrix.close)

const furnished = new Map<string, Ids>()
before(async () => {
  await signInAccounts(matrix)
  for (const customerId of [nordan, provider]) furnished.set(customerId, await content.furnish(customerId))
})

const isPost = ([, { method }]: [string, Operation]) => method === 'POST'
const posts = (Object.entries(operations) as [string, Operation][]).filter(isPost)

test('every POST takes an Idempotency-Key or says why not', () => {
  for (const [name, operation] of posts) {
    const reason = operation.noIdempotencyKey
    assert.equal(takesIdempotencyKey(operation), reason === undefined, name)
    if (reason !== undefined) assert.match(reason, /^[A-Z].{15,}\.$/, name)
  }
})

type Sent = { path: string; body: unknown; send(key: string, body?: unknown): ReturnType<typeof request> }

/** One call about things of its own, with a body that stays the same however often it is sent. */
async function prepare(name: string, operation: Operation): Promise<Sent> {
  const permitted = (account: Account) => account.user !== null && !account.isServiceToken && mayDo(account, operation)
  const account = operation.access === 'signed-in' ? nordanAdmin : ([staff, ...accounts].find(permitted) as Account)
  const customerId = operation.ownUsersOnly ? (account.customerId ?? '') : nordan
  const ids = await prepareWrite({ name, operation, account, customerId }, { customerId, ...(furnished.get(customerId) as Ids) })
  // Each can be bound, or sent again, once.
  if (name === 'bindUnmatchedSeries') ids.unmatchedSeriesId = await content.makeUnmatchedSeries(customerId)
  if (name === 'retryOutboxMessage') ids.mailId = await content.makeMail(customerId)
  const path = pathOf(operation, ids)
  const body = operation.body || operation.fileBody ? bodyOf(name, ids) : undefined
  const send = (key: string, sent = body) => request(account, 'POST', path, sent, { 'idempotency-key': key })
  return { path, body, send }
}

const taking = posts.filter(([, operation]) => takesIdempotencyKey(operation))
/** Hundreds of calls, and as many looks at every table. */
const timeout = 240_000

test('each POST with a key is carried out once, however often it is sent', { timeout }, async (t) => {
  for (const [name, operation] of taking)
    await t.test(name, async () => {
      const { body, send } = await prepare(name, operation)
      const key = randomUUID()
      const first = await send(key)
      assert.ok(first.status < 300, `${first.status} ${JSON.stringify(first.json)}`)
      assert.equal(first.isReplayed, false)
      const rows = await readAllRows()
      const again = await send(key)
      assert.deepEqual([again.status, again.json, again.isReplayed], [first.status, first.json, true])
      assert.deepEqual(await readAllRows(), rows)
      if (body === undefined) return
      const other = await send(key, { ...(body as object), unheardOf: randomUUID() })
      assert.ok([400, 422].includes(other.status), `another body: ${other.status}`)
      assert.deepEqual(await readAllRows(), rows)
    })
})

test('of the same POST several times at once one is carried out, and all get its answer', { timeout }, async (t) => {
  for (const [name, operation] of taking)
    await t.test(name, async () => {
      const { send } = await prepare(name, operation)
      const key = randomUUID()
      const answers = await Promise.all([send(key), send(key), send(key)])
      for (const { status, json } of answers) assert.deepEqual([status, json], [answers[0]?.status, answers[0]?.json])
      assert.ok((answers[0]?.status ?? 500) < 300, JSON.stringify(answers[0]?.json))
      assert.equal(answers.filter(({ isReplayed }) => !isReplayed).length, 1)
    })
})

test('a POST whose answer cannot be kept has no effect', { timeout }, async (t) => {
  await owner.query(
    `create function refuse_key() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '57P01'; end $$;
     create trigger refuse_key before insert on idempotency_key for each row execute function refuse_key()`,
  )
  for (const [name, operation] of taking)
    await t.test(name, async () => {
      await owner.query('alter table idempotency_key disable trigger refuse_key')
      const { send } = await prepare(name, operation)
      await owner.query('alter table idempotency_key enable trigger refuse_key')
      const rows = await readAllRows()
      const { status, json } = await send(randomUUID())
      assert.equal(status, 503, JSON.stringify(json))
      assert.deepEqual(await readAllRows(), rows)
    })
  await owner.query('drop trigger refuse_key on idempotency_key; drop function refuse_key()')
})

test('no answer is kept with a secret in clear', async () => {
  const { rows } = await owner.query<{ answer: string }>('select answer::text as answer from idempotency_key where answer is not null')
  assert.ok(rows.length > 50)
  for (const { answer } of rows) assert.doesNotMatch(answer, /vakt_[a-z]{3}_|whsec_|"secret":"/)
})
