import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const work = (text: string, values: unknown[] = []) =>
  workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => (await transaction.query(text, values)).rows)

async function createTickets(count: number) {
  const { customerId } = await createCustomer(vakt.database)
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const body = { subject: `Ticket ${number}`, description: 'x', email: 'a@b.example' }
    ids.push((await vakt.call(staff, 'POST', `/customer/${customerId}/ticket`, body)).json().result.ticketId)
  }
  const change = async (wanted: object, key?: string) => {
    const body = { tickets: ids.map((ticketId) => ({ customerId, ticketId })), ...wanted }
    const answer = await vakt.call(staff, 'PUT', '/ticket/bulk', body, key ? { 'idempotency-key': key } : {})
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result as { changed: number; refused: { ticketId: string; message_translation_key: string }[] }
  }
  /** Of each ticket: its comments, its priority, its status. */
  const read = async () =>
    (
      await work(
        `select (select count(*)::int from ticket_comment k where k.ticket_id = t.ticket_id) as comments, priority, status
         from ticket t where customer_id = $1 order by ticket_id`,
        [customerId],
      )
    ).map(({ comments, priority, status }) => `${comments} ${priority} ${status}`)
  return { ids, change, read }
}

/** Until it is repaired, changing the facts of these tickets fails with this error of the database. */
async function breakTickets(ticketIds: string[], code: string): Promise<() => Promise<void>> {
  const owner = new pg.Client(vakt.owner)
  await owner.connect()
  await owner.query(
    `create function refuse_change() returns trigger language plpgsql as $$
     begin if new.ticket_id in (${ticketIds.map(Number).join()}) then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
     create trigger refuse_change before insert on ticket_change for each row execute function refuse_change()`,
  )
  return async () => {
    await owner.query('drop trigger refuse_change on ticket_change; drop function refuse_change()')
    await owner.end()
  }
}

test('a fault in the middle leaves its ticket as it was, and the answer says of each what became of it', async () => {
  for (const [code, key] of [
    ['40P01', 'error.unavailable'],
    ['P0001', 'error.unexpected'],
  ] as const) {
    const { ids, change, read } = await createTickets(3)
    const repair = await breakTickets(ids.slice(1, 2), code)
    const { changed, refused } = await change({ priority: 2, comment: 'We look at it.' })
    await repair()
    assert.equal(changed, 2)
    assert.deepEqual(
      refused.map(({ ticketId, message_translation_key }) => [ticketId, message_translation_key]),
      [[ids[1], key]],
    )
    assert.deepEqual(await read(), ['1 2 new', '0 4 new', '1 2 new'])
  }
})

test('repeated with its key, the change does what was left and nothing twice', async () => {
  const { ids, change, read } = await createTickets(3)
  const wanted = { status: 'in_progress', priority: 1, comment: 'We look at it.' }
  const repair = await breakTickets(ids.slice(1, 2), '57P01')
  assert.equal((await change(wanted, 'key-1')).changed, 2)
  await repair()
  const whole = await change(wanted, 'key-1')
  assert.deepEqual([whole.changed, whole.refused], [3, []])
  assert.deepEqual(await change(wanted, 'key-1'), whole)
  assert.deepEqual(await read(), Array(3).fill('1 1 in_progress'))
})

test('when nothing works any more, the rest is not tried', async () => {
  const { ids, change, read } = await createTickets(6)
  const repair = await breakTickets(ids.slice(1, 4), '57P01')
  const { changed, refused } = await change({ priority: 2 })
  await repair()
  assert.deepEqual([changed, refused.map(({ ticketId }) => ticketId)], [1, ids.slice(1)])
  assert.deepEqual(await read(), ['0 2 new', ...Array(5).fill('0 4 new')])
})

test('what is refused for one part of a change changes nothing of its ticket', async () => {
  const { change, read } = await createTickets(1)
  const nobody = '00000000-0000-4000-8000-000000000000'
  const { changed, refused } = await change({ assigneeId: nobody, comment: 'Yours.' })
  assert.deepEqual([changed, refused[0]?.message_translation_key], [0, 'ticket.person_unknown'])
  assert.deepEqual(await read(), ['0 4 new'])
})
