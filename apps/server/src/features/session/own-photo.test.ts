import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { createCustomer } from '#server/testing/factories.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const vakt = await createTestApp()
after(() => vakt.close())

async function createUser() {
  const { customerId, emailDomain } = await createCustomer(vakt.database)
  const user = { email: `anna@${emailDomain}`, roles: ['admin'] }
  return {
    customerId,
    put: (photo: unknown) => vakt.call(user, 'PUT', '/authentication/photo', { photo }),
    remove: () => vakt.call(user, 'DELETE', '/authentication/photo'),
    open: (body: object = {}) => vakt.call(user, 'POST', '/authentication/usercontext', body),
  }
}

const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
const draw = (width: number, height: number, colour: string) =>
  sharp({ create: { width, height, channels: 3, background: colour } }).withExif({ IFD0: { Copyright: 'secret place' } })
const bytesOf = (photo: string) => Buffer.from(photo.split(',')[1] ?? '', 'base64')

test('a photo becomes small, square and free of what the camera noted', async () => {
  const { customerId, put, open } = await createUser()
  const large = await draw(3000, 2000, 'teal').jpeg().toBuffer()
  assert.ok(large.includes('secret place'))
  const { result } = (await put(dataUrl('jpeg', large))).json()
  const small = bytesOf(result.profile_photo)
  const { width, height, format } = await sharp(small).metadata()
  assert.deepEqual([width, height, format, result.has_own_photo], [192, 192, 'webp', true])
  assert.ok(small.length < 20_000 && !small.includes('secret place'))
  assert.equal((await open()).json().result.profile_photo, result.profile_photo)
  const actions = await workForAllCustomers({ pool: vakt.database.worker }, async (transaction) =>
    transaction.query('select action from recorded_action where customer_id = $1', [customerId]),
  )
  assert.deepEqual(actions.rows, [{ action: 'user.change-photo' }])
})

test('the own photo counts before that of the directory, which is back when it is removed', async () => {
  const { put, remove, open } = await createUser()
  const ofDirectory = dataUrl('png', await draw(648, 648, 'red').png().toBuffer())
  const directory = (await open({ profile_photo: ofDirectory })).json().result
  assert.equal(directory.has_own_photo, false)
  const own = (await put(dataUrl('webp', await draw(40, 80, 'blue').webp().toBuffer()))).json().result
  assert.notEqual(own.profile_photo, directory.profile_photo)
  assert.equal((await open({ profile_photo: ofDirectory })).json().result.profile_photo, own.profile_photo)
  assert.equal((await remove()).json().result.profile_photo, directory.profile_photo)
  assert.equal((await remove()).statusCode, 200)
  assert.equal((await open({ profile_photo: null })).json().result.profile_photo, null)
})

test('what is no picture, is broken, pretends or is too large is refused, and what was there stays', async () => {
  const { put, open } = await createUser()
  const before = (await put(dataUrl('png', await draw(10, 10, 'red').png().toBuffer()))).json().result.profile_photo
  const png = await draw(400, 400, 'green').png().toBuffer()
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'black' } })
    .png()
    .toBuffer()
  assert.ok(bomb.length < 4 * 1024 * 1024)
  const wrong: [unknown, string][] = [
    [dataUrl('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'profile_photo.no_image'],
    [dataUrl('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')), 'profile_photo.no_image'],
    [dataUrl('png', png.subarray(0, 60)), 'profile_photo.no_image'],
    [dataUrl('png', bomb), 'profile_photo.no_image'],
    [dataUrl('jpeg', Buffer.alloc(4 * 1024 * 1024 + 1, 1)), 'profile_photo.too_large'],
    ['https://example.com/me.png', 'profile_photo.no_image'],
    ['', 'profile_photo.no_image'],
  ]
  for (const [photo, key] of wrong) {
    const answer = await put(photo)
    assert.equal(answer.statusCode, 400)
    assert.deepEqual([answer.json().errors[0].property, answer.json().errors[0].message_translation_key], ['photo', key])
  }
  assert.equal((await put(dataUrl('jpeg', Buffer.alloc(5 * 1024 * 1024)))).statusCode, 413)
  assert.equal((await open({ profile_photo: 'data:image/png;base64,AAAA' })).statusCode, 400)
  assert.equal((await open()).json().result.profile_photo, before)
})
