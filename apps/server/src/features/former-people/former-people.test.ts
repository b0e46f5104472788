import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Transaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { workThrough } from '#server/platform/jobs/work-queue.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { makeRowInEachTable } from '#server/testing/row-in-each-table/make-row-in-each-table.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { forgettingQueues } from './forget-people.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }
await vakt.call(staff, 'POST', '/authentication/usercontext', {})

const work = <T>(run: (transaction: Transaction) => Promise<T>) => workForAllCustomers({ pool: vakt.database.worker }, run)
const query = async (text: string, values: unknown[] = []) => (await work((transaction) => transaction.query(text, values))).rows
const runJobs = () =>
  workThrough(forgettingQueues(), () => ({
    ...{ actor: { type: 'system', job: 'forget-people' }, now: new Date(), pool: vakt.database.worker, log: silentLog },
    ...{ requestId: null, isStaff: false },
  }))

const person = { name: 'Åsa O’Brien-Lind (Ops)', email: 'asa.lind@person.example', phone: '+46709998877' }

/** Names of customers, roles, keys, single words and what machines measure hold no one's. */
const withoutPeople =
  /^(metric_.*|customer|customer_role_feature|staff_role|customer_sign_in_rule|job|migration|installation_.*|oidc_.*|app_user|staff_look|ticket_word)$/

type Column = { table: string; name: string; type: string }
const readColumns = async (): Promise<Column[]> =>
  (await query(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb')
       and a.attname !~ 'customer_id$' and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'customer_id')
     order by c.relname, a.attnum`,
  )) as Column[]

const sentence = `Ask ${person.name}, ${person.email.toUpperCase()} or ${person.phone}.`
const note = { note: sentence, name: person.name, email: person.email, more: [person.phone] }
/** What a column could hold of a person, the fullest first. */
const valuesFor = ({ type }: Column): unknown[] =>
  type === 'text'
    ? [sentence, person.email, person.phone, person.name]
    : type === 'text[]'
      ? [[sentence, person.name, person.email]]
      : [JSON.stringify(note), JSON.stringify([note])]

/** Writes the person into each column that takes them. Returns where. */
async function writeEverywhere(customerId: string): Promise<string[]> {
  const written: string[] = []
  for (const column of await readColumns()) {
    if (withoutPeople.test(column.table)) continue
    for (const value of valuesFor(column)) {
      const isTaken = await query(`update "${column.table}" set "${column.name}" = $2 where customer_id = $1 returning true as done`, [
        customerId,
        value,
      ]).catch(() => [])
      if (isTaken.length === 0) continue
      written.push(`${column.table}.${column.name}`)
      break
    }
  }
  return written
}

/** The tables and rows that hold anything of the person. */
async function findTraces(customerId: string): Promise<string[]> {
  const found: string[] = []
  for (const table of new Set((await readColumns()).map((column) => column.table))) {
    const traces = [person.name, person.email, person.phone]
    const rows = await query(
      `select to_jsonb(t)::text as row from "${table}" t
       where customer_id = $1 and exists (select from unnest($2::text[]) as s where strpos(lower(to_jsonb(t)::text), lower(s)) > 0)`,
      [customerId, traces],
    )
    found.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return found
}

const forget = (customerId: string, userId: string, confirmation = person.email) =>
  vakt.call(staff, 'POST', `/admin/customer/${customerId}/user/${userId}/forget`, { confirmation })
const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

/** The user of a customer that has a row in each table, as the person, with a telephone, a place on the team page and an invitation. */
async function makePerson(customerId: string): Promise<string> {
  const [user] = await query(
    `update app_user set name = $2, email = $3, subject = $3 || user_id, own_photo = 'data:', profile_photo = 'data:', preferred_language = 'sv',
       disabled_at = now() where user_id = (select user_id from app_user where customer_id = $1 order by created_at limit 1) returning user_id`,
    [customerId, person.name, person.email],
  )
  await query('update phone_number set number = $2 where customer_id = $1', [customerId, person.phone])
  await query('update team_member set user_id = $2, name = $3, email = $4, phone = $5 where customer_id = $1', [
    ...[customerId, user?.user_id, person.name, person.email, person.phone],
  ])
  // What is in their hands is handed over before.
  for (const table of ['follower', 'report_recipient']) await query(`delete from ${table} where user_id = $1`, [user?.user_id])
  return user?.user_id
}

test('after a person is forgotten no column of any table holds their name, address or number, and what they did stays', async () => {
  const [{ customerId, ticketId }, other] = [await makeRowInEachTable(vakt.database), await makeRowInEachTable(vakt.database)]
  const userId = await makePerson(customerId)
  // The job comes after what is written here.
  assert.equal(keyOf(await forget(customerId, userId, 'yes')), 'users.forget.confirmation_wrong')
  const answer = await forget(customerId, userId)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.json().result.isForgotten, true)
  const [entry] = await query("select target, details from recorded_action where action = 'user.forget'")
  assert.deepEqual(entry, { target: userId, details: { label: `Former person ${userId.slice(0, 6)}` } })
  const written = await writeEverywhere(customerId)
  for (const known of [
    'ticket.requester_name',
    'ticket_comment.body',
    'ticket_comment.mentions',
    'recorded_action.details',
    'mail_delivery.text_body',
  ])
    assert.ok(written.includes(known), `${known} of ${written.length}`)
  await query('update team_member set name = $2, email = $3, phone = $4 where customer_id = $1', [
    ...[customerId, person.name, person.email, person.phone],
  ])
  await query('update invitation set name = $2 where customer_id = $1', [customerId, person.name])
  await query('update phone_number set number = $2 where customer_id = $1', [customerId, person.phone])
  await query("update ticket_comment set author_id = $2, author_type = 'user', author_name = $3 where customer_id = $1", [
    ...[customerId, userId, person.name],
  ])
  await writeEverywhere(other.customerId)
  const elsewhere = (await findTraces(other.customerId)).length

  await runJobs()

  assert.deepEqual(await query("select queue, error from job where queue = 'forget-people'"), [])
  assert.deepEqual(await findTraces(customerId), [])
  const label = `Tidigare person ${userId.slice(0, 6)}`
  const [comment] = await query('select author_name, author_id, body from ticket_comment where customer_id = $1 and ticket_id = $2', [
    ...[customerId, ticketId],
  ])
  assert.deepEqual(comment, { author_name: label, author_id: userId, body: `Ask ${label}, ${label} or ${label}.` })
  const [user] = await query('select name, email, subject, own_photo, profile_photo, preferred_language from app_user where user_id = $1', [
    userId,
  ])
  assert.deepEqual(user, { name: label, email: '', subject: userId, own_photo: null, profile_photo: null, preferred_language: null })
  assert.equal(
    (await query("select from ticket_search where customer_id = $1 and document::text like '%asa.lind%'", [customerId])).length,
    0,
  )
  assert.equal((await query("select from ticket_word where customer_id = $1 and word like '%asa.lind%'", [customerId])).length, 0)
  assert.equal((await findTraces(other.customerId)).length, elsewhere, 'another customer is not touched')

  const path = `/admin/customer/${customerId}/user/${userId}`
  assert.equal(keyOf(await vakt.call(staff, 'PUT', path, { isDisabled: false })), 'users.forgotten')
  assert.equal(keyOf(await forget(customerId, userId, '')), 'users.forget.done')
})

test('someone with the same name keeps it: only rows that name the one who is forgotten by id are changed', async () => {
  const { customerId } = await makeRowInEachTable(vakt.database)
  const userId = await makePerson(customerId)
  const [namesake] = await query(
    "insert into app_user (customer_id, issuer, subject, name, email) values ($1, 'i', $2, $3, 'other@person.example') returning user_id",
    [customerId, `namesake of ${customerId}`, person.name],
  )
  const say = (authorId: string) =>
    query(
      `insert into ticket_comment (customer_id, ticket_id, author_type, author_id, author_name, body, created_at)
       select customer_id, ticket_id, 'user', $2, $3, $4, now() from ticket where customer_id = $1 limit 1`,
      [customerId, authorId, person.name, `I am ${person.email}`],
    )
  await say(userId)
  await say(namesake?.user_id)
  assert.equal((await forget(customerId, userId)).statusCode, 200)
  await runJobs()
  const label = `Tidigare person ${userId.slice(0, 6)}`
  const said = await query(
    "select author_name, body from ticket_comment where customer_id = $1 and body like 'I am%' order by comment_id",
    [customerId],
  )
  assert.deepEqual(said, [
    { author_name: label, body: `I am ${label}` },
    { author_name: person.name, body: `I am ${label}` },
  ])
})

test('only someone who has left, and whose work is handed over, can be forgotten', async () => {
  const { customerId } = await makeRowInEachTable(vakt.database)
  const userId = await makePerson(customerId)
  await query("insert into follower (customer_id, kind, target, follower_customer_id, user_id) values ($1, 'tag_group', '[]', $1, $2)", [
    ...[customerId, userId],
  ])
  assert.equal(keyOf(await forget(customerId, userId)), 'users.forget.holds')
  await query('update app_user set disabled_at = null where user_id = $1', [userId])
  assert.equal(keyOf(await forget(customerId, userId)), 'users.forget.active')
})
