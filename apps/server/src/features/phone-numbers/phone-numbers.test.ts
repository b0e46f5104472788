import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { newNumber } from '#server/testing/phone-desk.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const query = async (sql: string, values: unknown[]) =>
  (await workForAllCustomers({ pool: vakt.database.worker }, (transaction) => transaction.query(sql, values))).rows

const path = '/authentication/phone-number'

async function openPerson(customer: { emailDomain: string }, roles: string[] = []) {
  const user: TestUser = { email: `p${Math.random().toString(36).slice(2)}@${customer.emailDomain}`, roles }
  await vakt.call(user, 'POST', '/authentication/usercontext', {})
  const [{ user_id: userId }] = await query('select user_id from app_user where email = $1', [user.email])
  const codeOf = async (number: string) => {
    const rows = await query("select text_body from mail_delivery where address = $1 and kind = 'phone_code' order by created_at desc", [
      number,
    ])
    return /\d{6}/.exec(rows[0]?.text_body ?? '')?.[0] ?? assert.fail('no code was sent')
  }
  return {
    user,
    userId: userId as string,
    codeOf,
    read: async () => (await vakt.call(user, 'GET', path)).json().result.phoneNumber,
    save: (number: string) => vakt.call(user, 'PUT', path, { number }),
    confirm: (code: string) => vakt.call(user, 'POST', `${path}/confirm`, { code }),
  }
}

const keyOf = (answer: { statusCode: number; json(): { errors: { message_translation_key: string }[] } }) =>
  `${answer.statusCode} ${answer.json().errors[0]?.message_translation_key}`

test('a number is used once its owner has entered the code that was sent to it', async () => {
  const person = await openPerson(await createCustomer(vakt.database))
  const number = newNumber()
  assert.equal(await person.read(), null)
  assert.equal((await person.save(number.replace('+46', '0'))).statusCode, 200)
  const { isConfirmed, number: kept } = await person.read()
  assert.deepEqual([kept, isConfirmed], [number, false])
  const code = await person.codeOf(number)
  const wrong = code === '000000' ? '000001' : '000000'
  assert.equal(keyOf(await person.confirm(wrong)), '409 phone_number.code_wrong')
  assert.equal((await person.confirm(code)).statusCode, 200)
  assert.equal((await person.read()).isConfirmed, true)
  assert.equal(keyOf(await person.confirm(code)), '409 phone_number.no_code')
  await person.save(newNumber())
  assert.equal((await person.read()).isConfirmed, false)
  assert.equal((await vakt.call(person.user, 'DELETE', path)).statusCode, 204)
  assert.equal(await person.read(), null)
})

test('a code is good for five tries and a quarter of an hour, and only for its own number and user', async () => {
  const customer = await createCustomer(vakt.database)
  const [person, other] = [await openPerson(customer), await openPerson(customer)]
  const number = newNumber()
  await person.save(number)
  await other.save(newNumber())
  const code = await person.codeOf(number)
  assert.equal(keyOf(await other.confirm(code)), '409 phone_number.code_wrong')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < 5; attempt += 1) assert.equal(keyOf(await person.confirm(wrong)), '409 phone_number.code_wrong')
  assert.equal(keyOf(await person.confirm(code)), '409 phone_number.code_over')
  await query("update phone_number set failed_attempts = 0, code_sent_at = now() - interval '16 minutes' where user_id = $1", [
    person.userId,
  ])
  assert.equal(keyOf(await person.confirm(code)), '409 phone_number.code_over')
})

test('codes cannot be had without end, nor for a number that had an SMS just now or may not be reached', async () => {
  const customer = await createCustomer(vakt.database)
  const [person, other] = [await openPerson(customer), await openPerson(customer)]
  const number = newNumber()
  await person.save(number)
  assert.equal(keyOf(await other.save(number)), '409 phone_number.held_back')
  assert.equal(keyOf(await person.save('+14155552671')), '400 phone_number.country')
  assert.equal(keyOf(await person.save('08-123 456')), '400 phone_number.wrong')
  assert.equal((await person.read()).number, number)
  for (let count = 0; count < 9; count += 1) assert.equal((await person.save(newNumber())).statusCode, 200)
  assert.equal(keyOf(await person.save(newNumber())), '409 phone_number.too_many_codes')
})

test('staff set the number of a user, who confirms it; another customer’s user is not found', async () => {
  const customer = await createCustomer(vakt.database)
  const elsewhere = await createCustomer(vakt.database)
  const staff = await openPerson(await createCustomer(vakt.database, { isProvider: true }), [globalAdminRole])
  const person = await openPerson(customer)
  const number = newNumber()
  const at = (customerId: string) => `/admin/customer/${customerId}/user/${person.userId}/phone-number`
  assert.equal((await vakt.call(person.user, 'PUT', at(customer.customerId), { number })).statusCode, 403)
  assert.equal((await vakt.call(staff.user, 'PUT', at(elsewhere.customerId), { number })).statusCode, 404)
  const saved = await vakt.call(staff.user, 'PUT', at(customer.customerId), { number })
  assert.deepEqual([saved.statusCode, saved.json().result.phoneNumber.isConfirmed], [200, false])
  await person.confirm(await person.codeOf(number))
  const seen = await vakt.call(staff.user, 'GET', at(customer.customerId))
  assert.equal(seen.json().result.phoneNumber.isConfirmed, true)
  await vakt.call(staff.user, 'PUT', at(customer.customerId), { number: null })
  assert.equal(await person.read(), null)
})
