import assert from 'node:assert/strict'
import test from 'node:test'
import { forgetKeysAbout, withIdempotencyKey } from './idempotency-keys.ts'

class Answer extends Error {}
const isAnswer = (error: unknown) => error instanceof Answer

/** The key that a request was sent with, which ended so. */
async function keyOf(request: string, end: 'answered' | 'refused' | 'lost', about = request): Promise<string> {
  let sent = ''
  const send = async (key: string) => {
    sent = key
    if (end === 'refused') throw new Answer()
    if (end === 'lost') throw new Error('no answer')
  }
  await withIdempotencyKey({ request, about }, { send, isAnswer }).catch(() => {})
  return sent
}

test('a request that is sent again without an answer keeps its key, another has its own', async () => {
  const first = await keyOf('comment A', 'lost')
  const other = await keyOf('comment B', 'lost')
  assert.notEqual(first, other)
  assert.equal(await keyOf('comment A', 'lost'), first)
  assert.equal(await keyOf('comment A', 'answered'), first)
})

test('what was answered or refused is a new request the next time', async () => {
  const first = await keyOf('comment C', 'answered')
  const second = await keyOf('comment C', 'refused')
  const third = await keyOf('comment C', 'answered')
  assert.equal(new Set([first, second, third]).size, 3)
})

test('once something else was changed about the same thing, the request is a new one', async () => {
  const first = await keyOf('enable', 'lost', 'rule 1')
  await keyOf('disable', 'answered', 'rule 1')
  const second = await keyOf('enable', 'lost', 'rule 1')
  assert.notEqual(second, first)
  await keyOf('disable', 'answered', 'rule 2')
  assert.equal(await keyOf('enable', 'lost', 'rule 1'), second)
  forgetKeysAbout('rule 1')
  assert.notEqual(await keyOf('enable', 'lost', 'rule 1'), second)
})
