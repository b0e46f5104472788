import assert from 'node:assert/strict'
import test from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { keepErrors } from './kept-errors.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 1))

/** A query whose attempts end when the test says so, and what a screen is told of it. */
function createAsked() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepErrors(client.getQueryCache())
  const attempts: { fail(error: Error): void; answer(data: string): void }[] = []
  const options = {
    queryKey: ['windows', '1002'],
    queryFn: () => new Promise<string>((resolve, reject) => attempts.push({ answer: resolve, fail: reject })),
  }
  function open() {
    const observer = new QueryObserver(client, options)
    const leave = observer.subscribe(() => {})
    const screen = () => {
      const { status, error, data } = observer.getCurrentResult()
      return data ?? error?.message ?? status
    }
    return { screen, leave, refetch: () => void observer.refetch() }
  }
  return { client, attempts, open }
}

test('the error of a first load stays while it is asked again, until there is another error or data', async () => {
  const { client, attempts, open } = createAsked()
  const { screen, leave, refetch } = open()
  assert.equal(screen(), 'pending')
  attempts[0]?.fail(new Error('no answer'))
  await settle()
  assert.equal(screen(), 'no answer')
  refetch()
  await settle()
  assert.equal(attempts.length, 2)
  assert.equal(screen(), 'no answer')
  attempts[1]?.fail(new Error('still none'))
  await settle()
  assert.equal(screen(), 'still none')
  refetch()
  await settle()
  assert.equal(screen(), 'still none')
  attempts[2]?.answer('rows')
  await settle()
  assert.equal(screen(), 'rows')
  leave()
  client.clear()
})

test('a page that is opened again, or a list that begins again, has no error of before', async () => {
  const { client, attempts, open } = createAsked()
  const first = open()
  attempts[0]?.fail(new Error('no answer'))
  await settle()
  first.leave()
  const second = open()
  await settle()
  assert.equal(second.screen(), 'pending')
  attempts[1]?.fail(new Error('no answer'))
  await settle()
  void client.resetQueries()
  await settle()
  assert.equal(second.screen(), 'pending')
  second.leave()
  client.clear()
})
