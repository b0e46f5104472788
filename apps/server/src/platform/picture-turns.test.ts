import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '#server/platform/errors.ts'
import { createPictureTurns } from './picture-turns.ts'

test('pictures of one user wait for each other, those of others do not, and too many waiting are refused', async () => {
  const inTurn = createPictureTurns({ atOnce: 2, maxWaiting: 3, maxWaitingPerUser: 3 })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (userId: string, name: string) =>
    inTurn(userId, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [add('eve', 'e1'), add('eve', 'e2'), add('eve', 'e3'), add('anna', 'a1'), add('bo', 'b1')]
  await assert.rejects(add('cia', 'c1'), Unavailable)
  assert.deepEqual(started, ['e1', 'a1'])
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  await end('a1')
  assert.deepEqual(started, ['e1', 'a1', 'b1'])
  for (const name of ['b1', 'e1', 'e2', 'e3']) await end(name)
  await Promise.all(all)
  assert.deepEqual(started, ['e1', 'a1', 'b1', 'e2', 'e3'])
})

test('one user who sends many takes no place of others, and others come in between', async () => {
  const inTurn = createPictureTurns({ atOnce: 1, maxWaiting: 10, maxWaitingPerUser: 2 })
  const started: string[] = []
  const add = (userId: string, name: string) =>
    inTurn(userId, async () => {
      started.push(name)
      await new Promise(setImmediate)
    })
  const all = [add('eve', 'e1'), add('eve', 'e2'), add('eve', 'e3')]
  await assert.rejects(add('eve', 'e4'), Unavailable)
  await Promise.all([...all, add('anna', 'a1'), add('anna', 'a2')])
  assert.deepEqual(started, ['e1', 'a1', 'e2', 'a2', 'e3'])
})
