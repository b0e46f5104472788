import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestDatabase } from '#server/testing/test-database.ts'

const { database, close } = await createTestDatabase()
after(close)

const texts = [
  'DiskAlmostFull on vm-web-01: the servers were running, 97 %',
  'Säkerhetskopieringen av servrarna misslyckades; återställd på nätverket',
  'naïve résumé, ﬁle ２０２６, Straße, İstanbul, ÅÄÖ and l’été',
  `https://x.example/y/z?q=1 a@b.example C:\\temp\\a.txt <b>tag</b> &amp; 1.5e3 node_fs "'quoted'" ~private`,
  'soft\u00adhyphen, zero\u200bwidth, \u202egnp.exe\u202c, 🔥 server🔥, 中文字符, ١٢, कक्षा',
  `${'q'.repeat(64)} ${'w'.repeat(65)} ${'é'.repeat(1200)} ${'क्षि'.repeat(700)} end`,
  '',
]

test('a ticket is found by the same words whether it was just opened or has been read again', async () => {
  const { customerId } = await createCustomer(database)
  for (const text of texts)
    await inTransaction({ pool: database.app }, customerId, async (transaction) => {
      const { rows } = await transaction.query<{ ticketId: string }>(
        `insert into ticket (customer_id, subject, description, type, area, requester_name, source, created_at, modified_at)
         values ($1, left($2, 200), $2, 'request', 'other', 'Anna', 'person', now(), now()) returning ticket_id as "ticketId"`,
        [customerId, text],
      )
      const ticketId = rows[0]?.ticketId
      const read = async () =>
        (await transaction.query('select document::text from ticket_search where ticket_id = $1', [ticketId])).rows[0].document
      const opened = await read()
      await transaction.query('select index_ticket_again($1, $2)', [customerId, ticketId])
      assert.equal(opened, await read(), text)
    })
})

test('a word is noted once, and again only where it becomes public', async () => {
  const { customerId } = await createCustomer(database)
  const words = await inTransaction({ pool: database.app }, customerId, async (transaction) => {
    for (const [word, isPrivate] of [
      ['printer', false],
      ['printer', false],
      ['printer', true],
      ['secret', true],
      ['secret', true],
      ['secret', false],
      ['123456', false],
      ['abc', false],
    ])
      await transaction.query('select note_words($1, $2, $3)', [customerId, [word], isPrivate])
    return (await transaction.query('select word, is_private from ticket_word order by word, is_private')).rows
  })
  assert.deepEqual(words, [
    { word: 'printer', is_private: false },
    { word: 'secret', is_private: false },
    { word: 'secret', is_private: true },
  ])
})
