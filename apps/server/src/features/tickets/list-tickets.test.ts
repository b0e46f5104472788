import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { globalAdminRole } from '@vakt/contract/features.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

const own = await createCustomer(vakt.database)
const other = await createCustomer(vakt.database)
const provider = await createCustomer(vakt.database, { isProvider: true })
const customer: TestUser = { email: `anna@${own.emailDomain}`, roles: ['admin'] }
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: [globalAdminRole] }

type Row = { subject: string; ticketId: string; customer?: { customerId: string } }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute)).toISOString()

async function insert(customerId: string, ticket: { subject: string; minute: number; description?: string } & Record<string, unknown>) {
  const { minute, description = '', ...columns } = ticket
  const row: Record<string, unknown> = {
    customer_id: customerId,
    description,
    type: 'request',
    area: 'other',
    requester_name: 'Anna',
    source: 'person',
    created_at: at(minute),
    modified_at: at(minute),
    ...columns,
  }
  const names = Object.keys(row)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query(
      `insert into ticket (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ticket_id`,
      Object.values(row),
    ),
  )
  return rows[0].ticket_id as string
}

const comment = (ticketId: string, body: string, isPrivate: boolean) =>
  vakt.call(staff, 'POST', `/customer/${own.customerId}/ticket/${ticketId}/comment`, { body, private: isPrivate })

async function list(user: TestUser, query: string, path = `/customer/${own.customerId}/ticket`): Promise<string[]> {
  const answer = await vakt.call(user, 'GET', `${path}?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().result.map(({ subject }: Row) => subject)
}
const search = (text: string, user = customer, path?: string) => list(user, `search=${encodeURIComponent(text)}`, path)

const ids: Record<string, string> = {}
before(async () => {
  for (const user of [customer, staff]) await vakt.call(user, 'POST', '/authentication/usercontext', {})
  ids.printer = await insert(own.customerId, {
    subject: 'Skrivaren på plan 3 skriver inte ut',
    minute: 1,
    description: 'Det står "papper slut", fast det finns papper.',
    priority: 3,
    tags: ['kontor', 'skrivare'],
    requester_email: 'anna@nordan.example',
  })
  ids.network = await insert(own.customerId, {
    subject: 'Nätverket är långsamt',
    minute: 2,
    description: 'The servers respond slowly since this morning.',
    priority: 1,
    type: 'incident',
    source: 'monitoring',
    assignee: 'Karin Berg',
    assignee_group: 'Network',
  })
  ids.account = await insert(own.customerId, {
    subject: 'New account for Åsa Öberg\nsecond line 🚀 \u202Ereversed',
    minute: 3,
    priority: 1,
    status: 'closed',
    tags: ['kontor'],
  })
  ids.backup = await insert(own.customerId, {
    subject: 'Backup of VM-SQL-02 failed',
    minute: 4,
    status: 'waiting_for_customer',
    priority: 5,
  })
  ids.disk = await insert(other.customerId, { subject: disk, minute: 6 })
  ids.foreign = await insert(other.customerId, { subject: 'Nätverket hos en annan', minute: 5 })
  await comment(ids.backup, 'Vi väntar på besked från lagringsteamet.', false)
  await comment(ids.printer, 'Kunden har inte betalat fakturan.', true)
})

const printer = 'Skrivaren på plan 3 skriver inte ut'
const network = 'Nätverket är långsamt'
const account = 'New account for Åsa Öberg\nsecond line 🚀 \u202Ereversed'
const disk = 'vm-print-01: DiskAlmostFull'
const backup = 'Backup of VM-SQL-02 failed'

test('finds by word forms of both languages, prefixes, the number, and in public comments', async () => {
  assert.deepEqual(await search('skrivare'), [printer])
  assert.deepEqual(await search('server responded'), [network])
  assert.deepEqual(await search('backups'), [backup])
  assert.deepEqual(await search('lagr'), [backup])
  assert.deepEqual(await search('vm-sql-02'), [backup])
  assert.deepEqual(await search(`#${ids.account}`), [account])
  assert.deepEqual(await list(staff, 'search=almost', `/customer/${other.customerId}/ticket`), [disk])
  assert.deepEqual(await search('papper skrivaren'), [printer])
  assert.deepEqual(await search('papper nätverket'), [])
})

test('finds an identifier that begins like a number in scientific notation, whole and by its beginning', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const subject = 'Rollback of 7e499fcc on web-12e5b7-x'
  await insert(customerId, { subject, minute: 1 })
  for (const text of ['7e499fcc', '7e49', '7e499f', 'web-12e5b7', '12E5B7'])
    assert.deepEqual(await search(text, staff, `/customer/${customerId}/ticket`), [subject], text)
  assert.deepEqual(await search('7e499abc', staff, `/customer/${customerId}/ticket`), [])
})

test('finds accented words by unaccented ones, not the other way round, and what was probably meant', async () => {
  assert.deepEqual(await search('natverket langsamt'), [network])
  assert.deepEqual(await search('asa oberg'), [account])
  assert.deepEqual(await search('bäckup'), [backup])
  assert.deepEqual(await search('skirvaren'), [printer])
  assert.deepEqual(await search('lagringsteamett'), [backup])
  assert.deepEqual(await search('fullständigt annat'), [])
})

test('anyone who holds the word as it was written comes before anyone who holds another form of it', async () => {
  const { customerId } = await createCustomer(vakt.database)
  for (const [minute, subject] of ['Fel i lagersaldot', 'db-01: ReplicationLag'].entries()) await insert(customerId, { subject, minute })
  assert.deepEqual(await list(staff, 'search=lager', `/customer/${customerId}/ticket`), ['Fel i lagersaldot', 'db-01: ReplicationLag'])
})

test('a customer finds nothing by what only staff may read, however it is written', async () => {
  for (const text of ['betalat', 'fakturan', '~fakturan', "'~fakturan'", 'fakturna', 'faktur', '\\~fakturan | ~fakturan:*'])
    assert.deepEqual(await search(text), [], text)
  assert.deepEqual(await search('fakturan', staff), [printer])
  assert.deepEqual(await search('fakturna', staff), [printer])
  assert.deepEqual(await search('skrivaren fakturan', staff), [printer])
  assert.deepEqual(await search('fakturan', staff, '/ticket'), [printer])
})

test('follows what is changed: a new word of a description is found, the old one is not', async () => {
  const change = (description: string) =>
    workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
      transaction.query('update ticket set description = $2 where ticket_id = $1', [ids.backup, description]),
    )
  await change('Bandroboten gnisslar.')
  assert.deepEqual(await search('bandrobot'), [backup])
  assert.deepEqual(await search('lagringsteamet'), [backup])
  await change('')
  assert.deepEqual(await search('bandroboten'), [])
})

test('searches that are no words find nothing and break nothing', async () => {
  for (const text of ['&', "'", '"', '\\', ':*', '!!!', '<->', '%', '_', '()', '🚀🚀', "' or 1=1 --", '{}', '\u202E', '$1', '*'])
    assert.ok(Array.isArray(await search(text)), text)
  const long = await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket?search=${'x'.repeat(10_000)}`)
  assert.equal(long.statusCode, 400)
  assert.equal(long.json().errors[0].property, 'search')
  const tags = Array.from({ length: 3000 }, () => 'tag=a').join('&')
  const many = await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket?${tags}`)
  assert.equal(many.statusCode, 400)
  assert.equal(many.json().errors[0].property, 'tag')
})

test('filters narrow the list down, alone and together', async () => {
  const byNumber = (query: string, user = customer) => list(user, `${query}&sort=number&direction=asc`)
  assert.deepEqual(await byNumber('onlyOpen=true'), [printer, network, backup])
  assert.deepEqual(await byNumber('priority=1'), [network, account])
  assert.deepEqual(await byNumber('priority=1&onlyOpen=true'), [network])
  assert.deepEqual(await byNumber('status=closed&status=new'), [printer, network, account])
  assert.deepEqual(await byNumber('source=monitoring'), [network])
  assert.deepEqual(await byNumber('tag=skrivare&tag=nothing'), [printer])
  assert.deepEqual(await byNumber('tag=kontor'), [printer, account])
  assert.deepEqual(await byNumber('assignee=Karin%20Berg'), [network])
  assert.deepEqual(await byNumber('assignee=nobody'), [printer, account, backup])
  assert.deepEqual(await byNumber('assignee=me'), [])
  assert.deepEqual(await byNumber('assigneeGroup=Network'), [network])
  assert.deepEqual(await byNumber('requester=anna@nordan.example'), [printer])
  assert.deepEqual(await byNumber(`createdFrom=${at(2)}&createdTo=${at(4)}`), [network, account])
  assert.deepEqual(await byNumber(`search=kontot&createdFrom=${at(2)}`), [])
  assert.deepEqual(await byNumber('search=account&status=closed'), [account])
  for (const wrong of ['priority=9', 'status=open', 'createdFrom=today', 'sort=size', 'direction=up', 'entityId=x', 'tag='])
    assert.equal((await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket?${wrong}`)).statusCode, 400, wrong)
})

test('breaching tickets are the open ones whose next target is missed', async () => {
  const { customerId } = await createCustomer(vakt.database)
  const due = { late: '-1 hour', 'in time': '1 hour', 'late, over': '-1 hour' }
  for (const [minute, subject] of Object.keys(due).entries()) await insert(customerId, { subject, minute })
  await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) => {
    for (const [subject, span] of Object.entries(due))
      await transaction.query('update ticket set due_at = now() + $3::interval, status = $4 where customer_id = $1 and subject = $2', [
        customerId,
        subject,
        span,
        subject === 'late, over' ? 'resolved' : 'in_progress',
      ])
  })
  assert.deepEqual(await list(staff, 'breaching=true', `/customer/${customerId}/ticket`), ['late'])
  assert.deepEqual(await list(staff, `breaching=true&customer=${customerId}`, '/ticket'), ['late'])
})

test('every order pages through all tickets, each once, in both directions', async () => {
  for (const sort of ['modified', 'created', 'priority', 'status', 'number', 'relevance']) {
    for (const direction of ['asc', 'desc']) {
      for (const path of [`/customer/${own.customerId}/ticket`, '/ticket']) {
        const query = `limit=2&sort=${sort}&direction=${direction}${sort === 'relevance' ? '&search=a%20i' : ''}`
        const whole = await vakt.call(staff, 'GET', `${path}?${query.replace('limit=2', 'limit=50')}`)
        const expected = whole.json().result.map(({ ticketId }: Row) => ticketId)
        const found: string[] = []
        let token: string | null = null
        do {
          const page = await vakt.call(staff, 'GET', `${path}?${query}`, undefined, token ? { 'x-continuation-token': token } : {})
          assert.equal(page.statusCode, 200, page.body)
          found.push(...page.json().result.map(({ ticketId }: Row) => ticketId))
          token = page.json().continuation_token
        } while (token)
        assert.deepEqual(found, expected, `${path} ${sort} ${direction}`)
        if (sort !== 'relevance') assert.ok(found.length >= 4)
      }
    }
  }
  assert.deepEqual(await list(customer, 'sort=status'), [printer, network, backup, account])
  assert.deepEqual(await list(customer, 'sort=priority'), [network, account, printer, backup])
})

test('the best match comes first: what says it in the subject', async () => {
  const mentioned = await insert(own.customerId, { subject: 'Fråga', description: 'Om skrivaren igen.', minute: 9 })
  assert.deepEqual(await search('skrivaren'), [printer, 'Fråga'])
  assert.deepEqual(await list(customer, 'search=skrivaren&sort=created'), ['Fråga', printer])
  await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query('delete from ticket where ticket_id = $1', [mentioned]),
  )
})

test('tells open tickets of the customer that say the same', async () => {
  const similar = async (subject: string) => {
    const answer = await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket/similar?subject=${encodeURIComponent(subject)}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().result.map((row: Row) => row.subject)
  }
  assert.deepEqual(await similar('Vårt nätverk är så långsamt idag'), [network])
  assert.deepEqual(await similar('skrivare skriver inget'), [printer])
  assert.deepEqual(await similar('new account'), [])
  assert.deepEqual(await similar('fakturan är inte betald'), [])
  assert.deepEqual(await similar('?'), [])
})

test('staff read over all customers, a customer does not', async () => {
  const everyone = await list(staff, 'sort=number&direction=asc&limit=500', '/ticket')
  assert.ok(everyone.includes(printer) && everyone.includes('Nätverket hos en annan'))
  assert.deepEqual(await list(staff, `customer=${other.customerId}`, '/ticket'), [disk, 'Nätverket hos en annan'])
  assert.deepEqual(
    await search('natverket', staff, '/ticket').then((found) => found.toSorted()),
    ['Nätverket hos en annan', network].toSorted(),
  )
  assert.deepEqual(await search('langsamtt', staff, '/ticket'), [network])
  assert.deepEqual(
    await search('nätvreket', staff, '/ticket').then((found) => found.toSorted()),
    ['Nätverket hos en annan', network].toSorted(),
  )
  assert.deepEqual(await list(staff, `search=n%C3%A4tvreket&customer=${other.customerId}&customer=x`, '/ticket'), [
    'Nätverket hos en annan',
  ])
  for (const path of ['/ticket', '/ticket/count', '/ticket/filter'])
    assert.equal((await vakt.call(customer, 'GET', `${path}`)).statusCode, 403, path)
  assert.deepEqual(await search('annan'), [])
})

test('says what there is to filter by', async () => {
  const choices = (await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket/filter`)).json().result
  assert.deepEqual(choices.tags, [
    { value: 'kontor', label: 'kontor', count: 1 },
    { value: 'skrivare', label: 'skrivare', count: 1 },
  ])
  assert.deepEqual(choices.assignees, [{ value: 'Karin Berg', label: 'Karin Berg', count: 1 }])
  const nobodys = await list(customer, 'assignee=nobody&onlyOpen=true')
  assert.ok(nobodys.length > 0)
  assert.equal(choices.unassigned, nobodys.length)
  assert.equal(choices.assignedToMe, 0)
  const all = (await vakt.call(staff, 'GET', '/ticket/filter')).json().result
  assert.ok(all.customers.some(({ value }: { value: string }) => value === other.customerId))
})

test('exports what the filter shows, and nothing else', async () => {
  const file = await vakt.call(customer, 'GET', `/customer/${own.customerId}/ticket?format=csv&search=skrivaren`)
  assert.equal(file.statusCode, 200)
  assert.ok(file.body.includes('plan 3') && !file.body.includes('Backup'))
  const all = await vakt.call(staff, 'GET', '/ticket?format=json&onlyOpen=true')
  assert.ok(all.json().result.length >= 4)
})

test('two comments at once are both found', async () => {
  await Promise.all([comment(ids.network ?? '', 'Switchen omstartad', false), comment(ids.network ?? '', 'Kabeln utbytt', false)])
  assert.deepEqual(await search('switch kabeln'), [network])
})

test('staff change many tickets at once, each by its own rules, and hear which could not be changed and why', async () => {
  const made: string[] = []
  for (const subject of ['one', 'two']) made.push(await insert(own.customerId, { subject, minute: 20, tags: ['old'] }))
  const tickets = [...made, ids.account ?? '', '999999'].map((ticketId) => ({ customerId: own.customerId, ticketId }))
  const change = {
    tickets,
    status: 'in_progress',
    priority: 2,
    addTags: ['batch'],
    removeTags: ['OLD'],
    comment: 'We take these together.',
  }
  const answer = await vakt.call(staff, 'PUT', '/ticket/bulk', change)
  assert.equal(answer.statusCode, 200, answer.body)
  const { changed, refused } = answer.json().result
  assert.equal(changed, 2)
  assert.deepEqual(
    refused.map(({ ticketId }: { ticketId: string }) => ticketId),
    [ids.account, '999999'],
  )
  assert.equal(refused[1].message_translation_key, 'error.not_found')
  assert.deepEqual(await list(customer, 'tag=batch&status=in_progress&priority=2&sort=number&direction=asc'), ['one', 'two'])
  assert.deepEqual(await list(customer, 'tag=old'), [])
  assert.deepEqual((await search('together')).toSorted(), ['one', 'two'])
  assert.equal((await vakt.call(staff, 'PUT', '/ticket/bulk', { tickets, status: 'resolved' })).statusCode, 400)
  assert.equal((await vakt.call(customer, 'PUT', '/ticket/bulk', change)).statusCode, 403)
})

test('a change of many tickets is taken back where it is still so; no one is given a ticket again by that', async () => {
  const made = await Promise.all(
    ['undo one', 'undo two', 'undo three'].map((subject, index) => insert(own.customerId, { subject, minute: 30 + index, tags: ['old'] })),
  )
  const tickets = made.map((ticketId) => ({ customerId: own.customerId, ticketId }))
  const { people } = (await vakt.call(staff, 'GET', `/customer/${own.customerId}/ticket/${made[0]}/person?of=staff`)).json().result
  const assigneeId = people[0].userId
  const change = { tickets, priority: 1, assigneeId, addTags: ['mistake'], removeTags: ['old'], comment: 'Oh.' }
  const { undo } = (await vakt.call(staff, 'PUT', '/ticket/bulk', change)).json().result
  assert.equal(undo.length, 3)
  const read = async (ticketId = '') => (await vakt.call(staff, 'GET', `/customer/${own.customerId}/ticket/${ticketId}`)).json().result
  const put = async (ticketId = '', facts: object) => {
    const { version } = await read(ticketId)
    return vakt.call(staff, 'PUT', `/customer/${own.customerId}/ticket/${ticketId}`, { version, ...facts })
  }
  await put(made[1], { priority: 3 })
  await put(made[2], { priority: 5, assigneeId: null, tags: [] })
  assert.equal((await vakt.call(customer, 'PUT', '/ticket/bulk/undo', { tickets: undo })).statusCode, 403)
  const told = (await vakt.call(staff, 'PUT', '/ticket/bulk/undo', { tickets: undo })).json().result
  assert.equal(told.undone, 2)
  assert.deepEqual(
    told.refused.map((one: Record<string, string>) => [one.ticketId, one.message_translation_key]),
    [[made[2], 'ticket.changed_meanwhile']],
  )
  const facts = await Promise.all(made.map(read))
  assert.deepEqual(
    facts.map(({ priority, assignee, tags, comments }) => [priority, assignee, tags, comments.length]),
    [
      [4, null, ['old'], 1],
      [3, null, ['old'], 1],
      [5, null, [], 1],
    ],
  )
  const again = (await vakt.call(staff, 'PUT', '/ticket/bulk/undo', { tickets: undo })).json().result
  assert.equal(again.undone, 0)
  const { rows } = await workForAllCustomers({ pool: vakt.database.worker }, (transaction) =>
    transaction.query("select count(*)::int as count from event where subject_id = any($1::text[]) and kind = 'assigned'", [made]),
  )
  assert.equal(rows[0].count, 3)
  const closing = { tickets: tickets.slice(0, 1), status: 'closed', comment: 'Done.', priority: 2 }
  assert.deepEqual((await vakt.call(staff, 'PUT', '/ticket/bulk', closing)).json().result.undo, [])
})

test('tickets are filtered by who has them, of two who have one name, too', async () => {
  const namesake = { ...staff, email: `karin2@${provider.emailDomain}`, claims: { name: 'Karin' } }
  const first = { ...staff, claims: { name: 'Karin' } }
  const ids: string[] = []
  for (const [index, user] of [first, namesake].entries()) {
    await vakt.call(user, 'POST', '/authentication/usercontext', {})
    const ticketId = await insert(other.customerId, { subject: `namesake ${index}`, minute: 40 + index })
    const path = `/customer/${other.customerId}/ticket/${ticketId}`
    const { people } = (await vakt.call(staff, 'GET', `${path}/person?of=staff&q=${encodeURIComponent(user.email)}`)).json().result
    ids.push(people[0].userId)
    assert.equal((await vakt.call(staff, 'PUT', path, { version: 1, assigneeId: people[0].userId })).statusCode, 200)
  }
  const path = `/customer/${other.customerId}/ticket`
  assert.deepEqual(await list(staff, `assignee=${ids[0]}`, path), ['namesake 0'])
  assert.deepEqual(await list(staff, `assignee=${ids[1]}`, path), ['namesake 1'])
  assert.deepEqual(await list(staff, `assignee=${ids[1]}&assignee=me&sort=number&direction=asc`, path), ['namesake 0', 'namesake 1'])
  assert.deepEqual(await list(staff, `assignee=Karin&sort=number&direction=asc`, path), ['namesake 0', 'namesake 1'])
  const { assignees, assignedToMe } = (await vakt.call(staff, 'GET', `${path}/filter`)).json().result
  assert.deepEqual(assignees.map(({ value }: { value: string }) => value).toSorted(), ids.toSorted())
  assert.equal(assignedToMe, (await list(staff, 'assignee=me&onlyOpen=true', path)).length)
})

test('a saved filter is its owner’s alone until it is shared', async () => {
  const path = `/customer/${own.customerId}/ticket-view`
  const reader: TestUser = { email: `rolf@${own.emailDomain}`, roles: ['reader'] }
  await vakt.call(reader, 'POST', '/authentication/usercontext', {})
  const view = { name: ' Urgent ', search: { priority: ['1', '2'] } }
  const { viewId, name } = (await vakt.call(customer, 'POST', path, view)).json().result
  assert.equal(name, 'Urgent')
  const seen = async (user: TestUser) => (await vakt.call(user, 'GET', path)).json().result.views.map((one: { name: string }) => one.name)
  assert.deepEqual([await seen(customer), await seen(reader)], [['Urgent'], []])
  assert.equal((await vakt.call(reader, 'PUT', `${path}/${viewId}`, { name: 'Mine' })).statusCode, 404)
  assert.equal((await vakt.call(reader, 'POST', path, { ...view, isShared: true })).statusCode, 403)
  assert.equal((await vakt.call(customer, 'PUT', `${path}/${viewId}`, { isShared: true })).statusCode, 200)
  assert.deepEqual(await seen(reader), ['Urgent'])
  assert.equal((await vakt.call(reader, 'DELETE', `${path}/${viewId}`)).statusCode, 403)
  const start = { defaultViewId: viewId, columns: ['number', 'tags'] }
  assert.equal((await vakt.call(reader, 'PUT', `/customer/${own.customerId}/ticket-list-choice`, start)).statusCode, 204)
  assert.deepEqual(
    (({ defaultViewId, columns }) => ({ defaultViewId, columns }))((await vakt.call(reader, 'GET', path)).json().result),
    start,
  )
  assert.equal((await vakt.call(customer, 'DELETE', `${path}/${viewId}`)).statusCode, 204)
  assert.equal((await vakt.call(reader, 'GET', path)).json().result.defaultViewId, null)
})
