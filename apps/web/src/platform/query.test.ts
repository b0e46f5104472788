import assert from 'node:assert/strict'
import test from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { askAgain } from './query.ts'

test('a change during the first load is not lost', async () => {
  const client = new QueryClient()
  let change = 'before'
  let answer = () => {}
  const observer = new QueryObserver(client, {
    queryKey: ['alerts', '1001'],
    queryFn: async () => {
      const read = change
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return read
    },
  })
  const shown: unknown[] = []
  const leave = observer.subscribe(({ data }) => data && shown.at(-1) !== data && shown.push(data))
  change = 'after'
  askAgain(['alerts'], client)
  answer()
  await new Promise((resolve) => setTimeout(resolve, 5))
  answer()
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(shown, ['before', 'after'])
  leave()
  client.clear()
})
