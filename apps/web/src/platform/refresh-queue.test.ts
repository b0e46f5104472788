import assert from 'node:assert/strict'
import test from 'node:test'
import { createRefreshQueue, type RefreshOutcome } from './refresh-queue.ts'

/** Time that passes from timer to timer. */
function createTime() {
  const timers = new Set<{ at: number; run: () => void }>()
  let now = 0
  const clock = {
    now: () => now,
    random: () => 0.5,
    setTimer(run: () => void, ms: number) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return timer
    },
    clearTimer: (timer: never) => void timers.delete(timer),
  }
  async function passTo(end: number) {
    for (;;) {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      const next = [...timers].sort((a, b) => a.at - b.at)[0]
      if (!next || next.at > end) break
      timers.delete(next)
      now = next.at
      next.run()
    }
    now = end
  }
  return { clock, passTo }
}

type Options = { answerMs?: number; outcome?: () => RefreshOutcome; isPaused?: () => boolean }

/** Targets on one screen: when each was asked for, and how old what it showed ever was. */
function createScreen(keys: string[], { answerMs = 50, outcome = () => ({ kind: 'done' }), isPaused = () => false }: Options = {}) {
  const { clock, passTo } = createTime()
  const queue = createRefreshQueue({ clock, isPaused })
  const starts: { key: string; at: number }[] = []
  const running = new Set<string>()
  const changedAt = new Map<string, number>()
  let oldestMs = 0
  const targets = keys.map((key) => ({
    key,
    isList: key === 'list',
    minIntervalMs: { trend: 10_000, arrivals: 10_000, count: 1400 }[key],
    async refresh(): Promise<RefreshOutcome> {
      assert.ok(!running.has(key), `${key} is asked for while its answer is on its way`)
      running.add(key)
      starts.push({ key, at: clock.now() })
      const changed = changedAt.get(key)
      changedAt.delete(key)
      await new Promise<void>((resolve) => clock.setTimer(resolve, answerMs))
      running.delete(key)
      if (changed !== undefined && key !== 'trend') oldestMs = Math.max(oldestMs, clock.now() - changed)
      return outcome()
    },
  }))
  return {
    starts,
    passTo,
    queue,
    oldest: () => oldestMs,
    change() {
      for (const target of targets) {
        if (!changedAt.has(target.key)) changedAt.set(target.key, clock.now())
        queue.note(target)
      }
    },
  }
}

function mostInASecond(starts: { at: number }[]): number {
  return Math.max(...starts.map(({ at }) => starts.filter((other) => other.at >= at && other.at < at + 1000).length))
}

for (const keys of [
  ['list', 'count'],
  ['overview', 'trend', 'customers'],
  ['list', 'overview', 'customers', 'trend'],
])
  test(`in a storm ${keys.join(', ')} are never older than 2 s, with two requests a second`, async () => {
    const screen = createScreen(keys)
    for (let at = 0; at <= 60_000; at += 100) {
      await screen.passTo(at)
      screen.change()
    }
    await screen.passTo(65_000)
    assert.ok(mostInASecond(screen.starts) <= 2)
    assert.ok(screen.oldest() <= 2000, `${screen.oldest()} ms`)
  })

test('of what changes slowly one never follows another at once', async () => {
  const screen = createScreen(['overview', 'customers', 'trend', 'arrivals'])
  screen.change()
  for (let at = 20_000; at <= 60_000; at += 30) {
    await screen.passTo(at)
    screen.change()
  }
  const inStorm = screen.starts.filter(({ at }) => at > 20_000)
  const isSlow = inStorm.map(({ key }) => key === 'trend' || key === 'arrivals')
  assert.ok(isSlow.filter(Boolean).length >= 8)
  assert.ok(!isSlow.some((slow, index) => slow && isSlow[index + 1]), inStorm.map(({ key }) => key).join(' '))
})

test('the first change is asked for almost at once, and one a second is shown within a second', async () => {
  const screen = createScreen(['list', 'count'])
  for (let at = 0; at <= 60_000; at += 1000 - ((at * 7) % 400)) {
    await screen.passTo(at)
    screen.change()
  }
  await screen.passTo(62_000)
  assert.ok((screen.starts[0]?.at ?? 1000) <= 60)
  const lists = screen.starts.filter(({ key }) => key === 'list')
  assert.ok(lists.length >= 60, `${lists.length}`)
  assert.equal(screen.oldest() <= 1500, true, `${screen.oldest()} ms`)
})

test('slow answers are asked for more seldom', async () => {
  const screen = createScreen(['list'], { answerMs: 2000 })
  for (let at = 0; at <= 60_000; at += 100) {
    await screen.passTo(at)
    screen.change()
  }
  assert.ok(screen.starts.length <= 11, `${screen.starts.length}`)
})

test('what failed is asked for again, later each time, and a server that asks for rest has it', async () => {
  const outcomes: RefreshOutcome[] = [{ kind: 'failed' }, { kind: 'failed' }, { kind: 'failed', retryAfterMs: 20_000 }]
  const screen = createScreen(['list'], { outcome: () => outcomes.shift() ?? { kind: 'done' } })
  screen.change()
  await screen.passTo(19_000)
  assert.equal(screen.starts.length, 3)
  await screen.passTo(120_000)
  assert.equal(screen.starts.length, 4)
})

test('a hidden tab asks for nothing until it is shown', async () => {
  let isHidden = true
  const screen = createScreen(['list'], { isPaused: () => isHidden })
  screen.change()
  await screen.passTo(60_000)
  assert.equal(screen.starts.length, 0)
  isHidden = false
  screen.queue.resume()
  await screen.passTo(60_100)
  assert.equal(screen.starts.length, 1)
})
