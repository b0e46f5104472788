import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { describeMoves } from '#server/features/set-up/describe-moves.ts'
import { allowMoves, previewMoves } from '#server/features/users/move-accounts.ts'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })

/** Who signs the tokens of the tests. */
const issuer = 'https://provider.test'
const work = <T>(run: (transaction: Transaction) => Promise<T>) => workForAllCustomers({ pool: vakt.database.worker }, run)
const query = async (text: string, values: unknown[] = []) => (await work((transaction) => transaction.query(text, values))).rows
const acting = { actor: { type: 'system' as const, job: 'set-up' }, now: new Date(), requestId: null }

const addAccount = async (customerId: string, email: string, at: string, { isDisabled = false } = {}): Promise<string> =>
  (
    await query(
      `insert into app_user (customer_id, issuer, subject, name, email, roles, disabled_at)
       values ($1, $2, gen_random_uuid()::text, split_part($3, '@', 1), $3, '{reader}', case when $4 then now() end) returning user_id`,
      [customerId, at, email, isDisabled],
    )
  )[0]?.user_id

const signIn = (user: TestUser) => vakt.call(user, 'POST', '/authentication/usercontext', {})
const ofAddress = (email: string) =>
  query('select user_id, issuer, subject, disabled_at is not null as "isDisabled" from app_user where email = $1 order by issuer', [email])

test('an account moves to the new provider by its verified address, once, when it was allowed', async () => {
  const old = 'https://old.test'
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const at = (name: string) => `${name}@${emailDomain}`
  const annaId = await addAccount(customerId, at('anna'), old)
  const boId = await addAccount(customerId, at('bo'), old, { isDisabled: true })
  for (const from of [old, 'https://older.test']) await addAccount(customerId, at('cleo'), from)
  await addAccount(customerId, '', old)
  await addAccount(customerId, at('dora'), old)
  const dora: TestUser = { email: at('dora'), roles: [], subject: 'new dora' }
  await signIn(dora)
  assert.equal((await ofAddress(at('dora'))).length, 2, 'not allowed: someone with a known address is someone new')

  const move = { issuer, from: null }
  const preview = await work((transaction) => previewMoves(transaction, move))
  assert.deepEqual(preview.map(({ email, outcome }) => `${email.split('@')[0]} ${outcome}`).toSorted(), [
    ' no_address',
    'anna moves',
    'bo moves',
    'cleo twice',
    'cleo twice',
    'dora new',
  ])
  assert.match(
    describeMoves(preview, move),
    /2 accounts move when[\s\S]*anna <anna@[\s\S]*2 do not move, because several accounts have the address/,
  )
  assert.equal(await work((transaction) => allowMoves(transaction, acting, move)), 2)

  const anna: TestUser = { email: at('Anna'), roles: [], subject: 'new anna' }
  const unverified = { ...anna, subject: 'liar', claims: { email_verified: false } }
  assert.equal((await signIn(unverified)).statusCode, 403, 'an address that is not verified opens no account')
  assert.equal((await signIn(anna)).json().result.permissions.join(), 'reader', 'what the old account may')
  assert.deepEqual(await query('select issuer, subject from app_user where user_id = $1', [annaId]), [{ issuer, subject: 'new anna' }])
  const [entry] = await query("select target, actor_id, details from recorded_action where action = 'user.move'")
  assert.deepEqual(entry, { target: annaId, actor_id: annaId, details: { from: old, to: issuer } })
  await signIn({ ...anna, subject: 'another anna' })
  assert.deepEqual(
    await query('select subject from app_user where issuer = $1 and lower(email) = $2 and user_id <> $3', [issuer, at('anna'), annaId]),
    [{ subject: 'another anna' }],
    'a second identity with the address is someone new',
  )

  assert.equal((await signIn({ email: at('bo'), roles: [], subject: 'new bo' })).statusCode, 401)
  assert.deepEqual(await ofAddress(at('bo')), [{ user_id: boId, issuer, subject: 'new bo', isDisabled: true }], 'disabled stays disabled')
  await signIn({ email: at('cleo'), roles: [], subject: 'new cleo' })
  assert.equal((await ofAddress(at('cleo'))).length, 3, 'of two accounts neither moves')
  assert.equal(
    (await query("select from recorded_action where action = 'user.allow-move' and customer_id = $1", [provider.customerId])).length,
    1,
  )
})

test('an address that the provider does not verify moves an account from a tenant of its customer alone', async () => {
  const [one, other] = [await createCustomer(vakt.database), await createCustomer(vakt.database)]
  await query("insert into customer_sign_in_rule (kind, value, customer_id) values ('tenant', 't1', $1), ('tenant', 't2', $2)", [
    ...[one.customerId, other.customerId],
  ])
  const email = `eva@${one.emailDomain}`
  const evaId = await addAccount(one.customerId, email, 'https://entra.test')
  await work((transaction) => allowMoves(transaction, acting, { issuer, from: 'https://entra.test' }))
  const eva = (tid: string): TestUser => ({ email, roles: [], subject: `eva of ${tid}`, claims: { email_verified: undefined, tid } })
  await signIn(eva('t2'))
  assert.deepEqual(await query('select issuer from app_user where user_id = $1', [evaId]), [{ issuer: 'https://entra.test' }])
  await signIn(eva('t1'))
  assert.deepEqual(await query('select issuer, subject from app_user where user_id = $1', [evaId]), [{ issuer, subject: 'eva of t1' }])
})
