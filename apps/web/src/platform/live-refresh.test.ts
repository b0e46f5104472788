import assert from 'node:assert/strict'
import test from 'node:test'
import { QueryClient as Client, InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { refreshMatching } from './live-refresh.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import { ApiError } from './request.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const refreshAll = (client: QueryClient, queue = createRefreshQueue({ clock: { ...noWaiting, random: () => 0 } })) =>
  refreshMatching(() => true, { client, queue })

/** Passes time quickly: waits are a hundredth. */
const noWaiting = {
  now: () => performance.now() * 100,
  setTimer: (run: () => void, ms: number) => setTimeout(run, ms / 100),
  clearTimer: (timer: never) => clearTimeout(timer),
}

/** Its time passes only when it is told to, however busy the machine is. */
function createClock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const pass = async (ms: number) => {
    const until = now + ms
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
      if (!next) break
      now = next.at
      timers = timers.filter((timer) => timer !== next)
      next.run()
      await settle()
    }
    now = until
    await settle()
  }
  const setTimer = (run: () => void, ms: number) => {
    const timer = { at: now + ms, run }
    timers.push(timer)
    return timer
  }
  const clearTimer = (timer: unknown) => {
    timers = timers.filter((known) => known !== timer)
  }
  return { pass, now: () => now, setTimer, clearTimer, random: () => 0 }
}

test('a change during a request is not lost, and the request is not cut off', async () => {
  const client = new Client()
  let change = 'before'
  let answer = () => {}
  let cutOff = 0
  const observer = new QueryObserver(client, {
    queryKey: ['alerts', '1001'],
    queryFn: async ({ signal }) => {
      const read = change
      signal.addEventListener('abort', () => {
        cutOff += 1
      })
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return read
    },
  })
  const shown: unknown[] = []
  const leave = observer.subscribe(({ data }) => data && shown.at(-1) !== data && shown.push(data))
  change = 'after'
  refreshAll(client)
  await settle()
  answer()
  await settle()
  answer()
  await settle()
  assert.deepEqual(shown, ['before', 'after'])
  assert.equal(cutOff, 0)
  leave()
  client.clear()
})

test('answers slower than the events still reach the screen', async () => {
  const client = new Client()
  let version = 0
  const answers: (() => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['alerts', '1001'],
    initialData: -1,
    staleTime: 60_000,
    queryFn: async () => {
      const read = version
      await new Promise<void>((resolve) => answers.push(resolve))
      return read
    },
  })
  const shown: number[] = []
  const leave = observer.subscribe(({ data }) => data !== undefined && shown.at(-1) !== data && shown.push(data))
  const clock = createClock()
  const queue = createRefreshQueue({ clock })
  for (version = 1; version <= 8; version += 1) {
    for (let event = 0; event < 3; event += 1) refreshAll(client, queue)
    await clock.pass(500)
    answers.shift()?.()
    await clock.pass(500)
  }
  assert.ok(shown.filter((data) => data > 0).length >= 3, `shown ${shown}`)
  leave()
  client.clear()
})

test('a first load that fails is asked again after a pause, as long as it took to fail, or as the server asked for', async () => {
  for (const { took, retryAfterMs, pause } of [
    { took: 30_000, retryAfterMs: undefined, pause: 29_000 },
    { took: 100, retryAfterMs: 20_000, pause: 19_000 },
  ]) {
    const client = new Client({ defaultOptions: { queries: { retry: false } } })
    const clock = createClock()
    let asked = 0
    const observer = new QueryObserver(client, {
      queryKey: ['alerts', '1001'],
      queryFn: async () => {
        asked += 1
        await new Promise<void>((resolve) => clock.setTimer(resolve, took))
        throw Object.assign(new ApiError(503, { errors: [], requestId: '' }), { retryAfterMs })
      },
    })
    const leave = observer.subscribe(() => {})
    refreshAll(client, createRefreshQueue({ clock }))
    await clock.pass(took)
    assert.equal(observer.getCurrentResult().isError, true)
    await clock.pass(pause)
    assert.equal(asked, 1)
    await clock.pass(20_000)
    assert.equal(asked, 2)
    leave()
    client.clear()
  }
})

test('of a long list the first page alone is asked for again, and the others stay', async () => {
  const client = new Client()
  const asked: unknown[] = []
  const rows: Record<string, number[]> = { first: [1, 2], second: [3, 4] }
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['tickets', '1001', 'list'],
    meta: { rowId: 'ticketId' },
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      const page = (pageParam === null ? rows.first : rows.second) ?? []
      return { result: page.map((ticketId) => ({ ticketId })), continuation_token: pageParam === null ? 'second' : null }
    },
    getNextPageParam: (page) => page.continuation_token,
  })
  const leave = observer.subscribe(() => {})
  await settle()
  await observer.fetchNextPage()
  rows.first = [9, 1]
  refreshAll(client)
  await settle()
  assert.deepEqual(asked, [null, 'second', null])
  const shown = observer.getCurrentResult().data?.pages.flatMap(({ result }) => result.map(({ ticketId }) => ticketId))
  assert.deepEqual(shown, [9, 1, 2, 3, 4])
  assert.equal(observer.getCurrentResult().hasNextPage, false)
  leave()
  client.clear()
})
