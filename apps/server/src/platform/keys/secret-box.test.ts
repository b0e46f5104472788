import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import { deriveSecret } from '#server/platform/derive-secret.ts'
import { CannotDecrypt, createSecretBox, readKeyId } from './secret-box.ts'

const k1 = { id: 'k1', secret: Buffer.alloc(32, 1) }
const k2 = { id: 'k2', secret: Buffer.alloc(32, 2) }
const boxOf = (keys = [k1], legacyPasswords: string[] = [], purpose = 'tests') => createSecretBox({ keys, legacyPasswords }, purpose)
const secret = Buffer.from('hemlig ☃')

/** As the release before `SECRET_KEY` encrypted. */
function sealAsBefore(password: string, owner: string): Buffer {
  const nonce = Buffer.alloc(12, 5)
  const cipher = createCipheriv('aes-256-gcm', deriveSecret(password, 'tests'), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

test('the first key encrypts, every key decrypts, and a value says which key it needs', () => {
  const old = boxOf().seal('row', secret)
  assert.equal(readKeyId(old), 'k1')
  const rotated = boxOf([k2, k1])
  assert.deepEqual(rotated.open('row', old), secret)
  const sealed = rotated.seal('row', secret)
  assert.equal(readKeyId(sealed), 'k2')
  assert.ok(sealed.subarray(0, rotated.prefix.length).equals(rotated.prefix))
  assert.throws(() => boxOf().open('row', sealed), /the key k2, which is not there/)
})

test('opens nothing that was changed, belongs to another row or purpose, or to a key of the same name', () => {
  const box = boxOf()
  const sealed = box.seal('row', secret)
  const changed = Buffer.from(sealed)
  changed[changed.length - 20]! ^= 1
  const cases: [() => unknown, string][] = [
    [() => box.open('row', changed), 'changed'],
    [() => box.open('another row', sealed), 'row'],
    [() => boxOf([k1], [], 'another purpose').open('row', sealed), 'purpose'],
    [() => boxOf([{ ...k2, id: 'k1' }]).open('row', sealed), 'key'],
    [() => box.open('row', sealed.subarray(0, 20)), 'cut off'],
    [() => box.open('row', Buffer.alloc(0)), 'empty'],
  ]
  for (const [open, what] of cases) assert.throws(open, CannotDecrypt, what)
})

test('opens what releases without SECRET_KEY encrypted, as long as that password is known', () => {
  const sealed = sealAsBefore('of the owner', 'row')
  assert.equal(readKeyId(sealed), null)
  assert.deepEqual(boxOf([k1], ['another', 'of the owner']).open('row', sealed), secret)
  assert.throws(() => boxOf([k1], ['another']).open('row', sealed), CannotDecrypt)
})
