import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { createCustomer } from '#server/testing/factories.ts'
import { makeImage, makePhoto, makePixelBomb } from '#server/testing/sample-files.ts'
import { createTestApp, type TestUser } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())
const provider = await createCustomer(vakt.database, { isProvider: true })
const staff: TestUser = { email: `karin@${provider.emailDomain}`, roles: ['api-permission-global-admin'] }

const newTicket = { subject: 'The till is slow', description: 'Since this morning.', email: 'elin@example.com' }

async function openTicket() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const elin: TestUser = { email: `elin@${emailDomain}`, roles: ['admin'] }
  const reader: TestUser = { email: `rut@${emailDomain}`, roles: ['reader'] }
  const { result } = (await vakt.call(elin, 'POST', `/customer/${customerId}/ticket`, newTicket)).json()
  return { customerId, elin, reader, ticketId: result.ticketId as string, tempId: result.temp_id as string }
}

const upload = (user: TestUser, customerId: string, tempId: string, name: string, content: Buffer | string) =>
  vakt.call(user, 'POST', `/customer/${customerId}/ticket/attachment/${tempId}/${encodeURIComponent(name)}`, Buffer.from(content), {
    'content-type': 'application/octet-stream',
  })

const details = async (user: TestUser, customerId: string, ticketId: string) =>
  (await vakt.call(user, 'GET', `/customer/${customerId}/ticket/${ticketId}`)).json().result

const keyOf = (answer: { json(): { errors: { message_translation_key: string }[] } }) => answer.json().errors[0]?.message_translation_key

test('a picture is attached upright, without the place it was taken, and served so that nothing in it runs', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const photo = await makePhoto()
  assert.match(photo.toString('latin1'), /Geheim/)
  const added = await upload(elin, customerId, tempId, 'Bild på källaren.jpg', photo)
  assert.equal(added.statusCode, 200, added.body)
  const attachment = added.json().result
  assert.deepEqual((await details(elin, customerId, ticketId)).attachments, [attachment])
  assert.deepEqual([attachment.fileName, attachment.contentType], ['Bild på källaren.jpg', 'image/jpeg'])

  const path = `/customer/${customerId}/ticket/${ticketId}/attachment/${attachment.attachmentId}`
  const file = await vakt.call(elin, 'GET', path)
  assert.equal(file.statusCode, 200)
  assert.equal(file.rawPayload.length, attachment.size)
  assert.equal(file.headers['content-type'], 'image/jpeg')
  assert.equal(file.headers['x-content-type-options'], 'nosniff')
  assert.match(String(file.headers['content-security-policy']), /sandbox/)
  assert.equal(file.headers['cache-control'], 'private, no-cache')
  assert.equal(
    file.headers['content-disposition'],
    `inline; filename="Bild p? k?llaren.jpg"; filename*=UTF-8''Bild%20p%C3%A5%20k%C3%A4llaren.jpg`,
  )
  assert.doesNotMatch(file.rawPayload.toString('latin1'), /Geheim|GPS|Exif/)
  const kept = await sharp(file.rawPayload).metadata()
  assert.deepEqual([kept.width, kept.height, kept.exif, kept.orientation], [32, 64, undefined, undefined])

  const preview = await vakt.call(elin, 'GET', `${path}?preview`)
  assert.deepEqual([preview.headers['content-type'], (await sharp(preview.rawPayload).metadata()).format], ['image/webp', 'webp'])
  const again = await vakt.call(elin, 'GET', path, undefined, { 'if-none-match': String(file.headers.etag) })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('each kind of file is taken for what it is, and documents are for saving only', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const files: [string, Buffer | string, string][] = [
    ['a.png', await makeImage('png'), 'inline'],
    ['b.gif', await makeImage('gif'), 'inline'],
    ['c.log', '\u001b[31mfel\u001b[0m på rad 3\r\n<script>alert(1)</script>', 'attachment'],
    ['d.json', '\ufeff{"ok":true}', 'attachment'],
    ['e.pdf', '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF', 'attachment'],
  ]
  for (const [name, content, disposition] of files) {
    const added = await upload(elin, customerId, tempId, name, content)
    assert.equal(added.statusCode, 200, `${name}: ${added.body}`)
    const path = `/customer/${customerId}/ticket/${ticketId}/attachment/${added.json().result.attachmentId}`
    const file = await vakt.call(elin, 'GET', path)
    assert.match(String(file.headers['content-disposition']), new RegExp(`^${disposition};`), name)
    if (disposition === 'attachment') {
      assert.deepEqual(file.rawPayload, Buffer.from(content), name)
      assert.equal((await vakt.call(elin, 'GET', `${path}?preview`)).statusCode, 404)
    }
  }
})

test('text is taken whatever its first letters and control characters are', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const begins = [
    'BMC Remedy svarar inte',
    'MZ-8812;Kassa;1',
    'GIF animation',
    'BZhaos',
    'ID3 saknas',
    '%!fel',
    'FWS',
    'CWS',
    'MP+ 1',
    '%PDF saknas',
  ]
  const texts: [string, Buffer | string][] = [
    ...begins.flatMap((text): [string, string][] => [
      ['a.txt', `${text}\n`],
      ['a.log.1', `\ufeff${text}\n`],
      ['a.csv', `${text}\u0007\n${'rad;med;text\n'.repeat(20)}\0\0\0\0`],
    ]),
    ['a.md', '1234ftypmp42 står i loggen\n'],
    ['putty.log', 'login\u001b]0;vm-web-02\u0007 ok\n'],
    ['build.log', ' 10%\b\b\b\b 20%\n'],
    ['app.log.12', 'tail\n\0\0\0\0'],
    ['fix.log', '8=FIX.4.4\u00019=65\u000135=A\u0001\n'],
    ['utf16.txt', Buffer.from('a\0b\0', 'latin1')],
    ['excel.csv', Buffer.from('\ufeffId;Namn\r\n1;Å\r\n', 'utf16le')],
    ['a.json', Buffer.from('\ufeff{"ok":true}', 'utf16le')],
    ['latin1.txt', Buffer.from('Kassan på Södermalm', 'latin1')],
    ['a.yaml', 'on: [push]\n'],
    ['a.yml', '---\n'],
    ['mote.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'],
    ['svar.eml', 'From: a@b.se\r\nSubject: Hej\r\n\r\nHej\r\n'],
  ]
  const path = `/customer/${customerId}/ticket/${ticketId}`
  for (const [name, content] of texts) {
    const place = (await vakt.call(elin, 'POST', `${path}/comment`, { body: name })).json().result.temp_id
    const added = await upload(elin, customerId, place, name, content)
    assert.equal(added.statusCode, 200, `${name} ${JSON.stringify(String(content))}: ${added.body}`)
    const file = await vakt.call(elin, 'GET', `${path}/attachment/${added.json().result.attachmentId}`)
    assert.deepEqual(file.rawPayload, Buffer.from(content))
    assert.match(String(file.headers['content-disposition']), /^attachment;/)
  }
  const cfb = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
  for (const [name, content] of [
    ['mail.msg', cfb],
    ['logs.tgz', gzipSync('x')],
    ['logs.zip', Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')],
  ] as const)
    assert.equal((await upload(elin, customerId, tempId, name, content)).statusCode, 200, name)
})

test('what is not what its name says, would run, is damaged or too large is refused, and nothing of it is kept', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const png = await makeImage('png')
  const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const cases: [string, Buffer | string, number, string][] = [
    ['a.png', '<html><script>alert(1)</script></html>', 400, 'attachment.mismatch'],
    ['a.jpg', png, 400, 'attachment.mismatch'],
    ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 400, 'attachment.mismatch'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 400, 'attachment.kind'],
    ['a.html', '<p>', 400, 'attachment.kind'],
    ['a.txt', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0]), 400, 'attachment.mismatch'],
    ['a.log.1', await makeImage('gif'), 400, 'attachment.mismatch'],
    ['a.eml', png, 400, 'attachment.mismatch'],
    ['a.msg', 'From: a@b.se', 400, 'attachment.mismatch'],
    ['a.tgz', png, 400, 'attachment.mismatch'],
    ['a.zip', png, 400, 'attachment.mismatch'],
    ['a.1', 'x', 400, 'attachment.kind'],
    ['a.json', '{"a":', 400, 'attachment.mismatch'],
    ['a.docx', Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64'), 400, 'attachment.mismatch'],
    ['a.png', png.subarray(0, png.length / 2), 400, 'attachment.damaged'],
    ['bomb.png', makePixelBomb(50_000), 400, 'attachment.too_many_pixels'],
    ['narrow.png', makePixelBomb(1, 5_000_000), 400, 'attachment.edge_too_long'],
    ['a.txt', '', 400, 'attachment.empty'],
    ['\u202e', 'x', 400, 'attachment.name'],
    ['a.txt', 'x'.repeat(4 * 1024 * 1024 + 1), 413, 'error.too_large'],
  ]
  for (const [name, content, status, key] of cases) {
    const answer = await upload(elin, customerId, tempId, name, content)
    assert.deepEqual([answer.statusCode, keyOf(answer)], [status, key], `${name}: ${answer.body}`)
  }
  assert.deepEqual((await details(elin, customerId, ticketId)).attachments, [])

  const most = await upload(elin, customerId, tempId, '../../..\\a\u0000b\u202egnp.txt', 'x'.repeat(4 * 1024 * 1024))
  assert.deepEqual([most.statusCode, most.json().result?.fileName], [200, 'abgnp.txt'])
  const cleaned = (await upload(elin, customerId, tempId, 'b.png', polyglot)).json().result
  const file = await vakt.call(elin, 'GET', `/customer/${customerId}/ticket/${ticketId}/attachment/${cleaned.attachmentId}`)
  assert.doesNotMatch(file.rawPayload.toString('latin1'), /script/)
  assert.equal(Buffer.byteLength((await upload(elin, customerId, tempId, `${'å'.repeat(300)}.txt`, 'x')).json().result.fileName), 254)
})

test('of eight files at the same moment five are kept, for the ticket and for each of its comments', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const comment = await vakt.call(elin, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body: 'Here they are.' })
  for (const place of [tempId, comment.json().result.temp_id]) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => upload(elin, customerId, place, `${index}.txt`, 'x')))
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 5)
    assert.deepEqual(
      answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => [answer.statusCode, keyOf(answer)]),
      Array.from({ length: 3 }, () => [400, 'attachment.limit']),
    )
  }
  const ticket = await details(elin, customerId, ticketId)
  assert.deepEqual([ticket.attachments.length, ticket.comments[0].attachments.length], [5, 5])
})

test('what is attached to a private comment never leaves the server for a customer', async () => {
  const { customerId, elin, ticketId } = await openTicket()
  const path = `/customer/${customerId}/ticket/${ticketId}`
  const comment = await vakt.call(staff, 'POST', `${path}/comment`, { body: 'Only for us.', private: true })
  const added = await upload(staff, customerId, comment.json().result.temp_id, 'passwords.png', await makeImage('png'))
  const { attachmentId } = added.json().result
  const seenByStaff = await details(staff, customerId, ticketId)
  assert.deepEqual(
    seenByStaff.comments.map(({ attachments }: { attachments: unknown[] }) => attachments.length),
    [1],
  )
  const seen = await vakt.call(elin, 'GET', path)
  assert.doesNotMatch(seen.body, new RegExp(`passwords|${attachmentId}`))
  for (const query of ['', '?preview']) {
    assert.equal((await vakt.call(staff, 'GET', `${path}/attachment/${attachmentId}${query}`)).statusCode, 200)
    const refused = await vakt.call(elin, 'GET', `${path}/attachment/${attachmentId}${query}`)
    const unknown = await vakt.call(elin, 'GET', `${path}/attachment/${randomUUID()}${query}`)
    assert.deepEqual([refused.statusCode, refused.json().errors], [404, unknown.json().errors])
  }
})

test('the temp_id of another customer is not found, and an attachment is found at its own ticket only', async () => {
  const [own, other] = [await openTicket(), await openTicket()]
  for (const tempId of [other.tempId, randomUUID(), 'x'])
    assert.equal((await upload(own.elin, own.customerId, tempId, 'a.txt', 'x')).statusCode, 404)
  assert.equal((await upload(own.elin, other.customerId, other.tempId, 'a.txt', 'x')).statusCode, 404)
  const { attachmentId } = (await upload(own.elin, own.customerId, own.tempId, 'a.txt', 'x')).json().result
  const at = (user: TestUser, customerId: string, ticketId: string) =>
    vakt.call(user, 'GET', `/customer/${customerId}/ticket/${ticketId}/attachment/${attachmentId}`)
  assert.equal((await at(own.elin, own.customerId, own.ticketId)).statusCode, 200)
  assert.equal((await at(other.elin, other.customerId, other.ticketId)).statusCode, 404)
  const second = (await vakt.call(own.elin, 'POST', `/customer/${own.customerId}/ticket`, newTicket)).json().result
  assert.equal((await at(own.elin, own.customerId, second.ticketId)).statusCode, 404)
})

test('a colleague who holds the temp_id of someone else’s ticket or comment does not find it; staff do', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const colleague: TestUser = { email: elin.email.replace('elin', 'olle'), roles: elin.roles }
  const path = `/customer/${customerId}/ticket/${ticketId}/comment`
  const comment = (await vakt.call(elin, 'POST', path, { body: 'Here it is.' })).json().result
  const unknown = await upload(colleague, customerId, randomUUID(), 'a.txt', 'x')
  for (const place of [tempId, comment.temp_id]) {
    const refused = await upload(colleague, customerId, place, 'a.txt', 'x')
    assert.deepEqual([refused.statusCode, refused.json().errors], [404, unknown.json().errors])
    for (const user of [elin, staff]) assert.equal((await upload(user, customerId, place, 'a.txt', 'x')).statusCode, 200)
  }
  const { temp_id: own } = (await vakt.call(colleague, 'POST', path, { body: 'And mine.' })).json().result
  assert.equal((await upload(colleague, customerId, own, 'a.txt', 'x')).statusCode, 200)
})

test('a closed ticket takes no more files, but for those of the comment that closed it, which come right after it', async () => {
  const { customerId, elin, ticketId, tempId } = await openTicket()
  const { version } = await details(elin, customerId, ticketId)
  const status = { status: 'closed', comment: 'Not needed.', version }
  const said = await vakt.call(elin, 'POST', `/customer/${customerId}/ticket/${ticketId}/comment`, { body: 'Soon.' })
  const closed = await vakt.call(elin, 'PUT', `/customer/${customerId}/ticket/${ticketId}/status`, status)
  assert.equal(closed.statusCode, 200, closed.body)
  for (const before of [tempId, said.json().result.temp_id])
    assert.equal((await upload(elin, customerId, before, 'a.txt', 'x')).statusCode, 409)
  const { temp_id: closing } = closed.json().result
  assert.equal((await upload(elin, customerId, closing, 'a.txt', 'x')).statusCode, 200)
  for (const [table, column] of [
    ['ticket_change', 'at'],
    ['ticket_comment', 'created_at'],
  ])
    await vakt.database.worker.query(`update ${table} set ${column} = ${column} - interval '16 minutes' where ticket_id = $1`, [ticketId])
  assert.equal((await upload(elin, customerId, closing, 'b.txt', 'x')).statusCode, 409)
})

test('anyone who may not create tickets may still give feedback, with files, and nothing else', async () => {
  const { customerId, reader } = await openTicket()
  const feedback = { ...newTicket, subject: '[FEEDBACK]Nice', area: 'feedback', priority: 1 }
  const path = `/customer/${customerId}/ticket`
  const sent = await vakt.call(reader, 'POST', path, feedback)
  assert.equal(sent.statusCode, 200, sent.body)
  const { ticketId, temp_id } = sent.json().result
  assert.equal((await upload(reader, customerId, temp_id, 'a.png', await makeImage('png'))).statusCode, 200)
  const seen = await details(reader, customerId, ticketId)
  assert.deepEqual([seen.area, seen.priority, seen.attachments.length], ['feedback', 1, 1])
  const refused = await vakt.call(reader, 'POST', path, { ...feedback, area: 'other' })
  assert.deepEqual([refused.statusCode, refused.json().errors[0].property], [403, '@feature.tickets.write'])
  assert.equal((await vakt.call(reader, 'POST', path, newTicket)).statusCode, 403)
  const { customerId: another } = await openTicket()
  assert.equal((await vakt.call(reader, 'POST', `/customer/${another}/ticket`, feedback)).statusCode, 404)
})
