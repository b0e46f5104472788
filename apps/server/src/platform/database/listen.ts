import type { Client } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { markLost } from './lost-connections.ts'

type Gaps = {
  /** All that is announced from now on is heard: the first time, and after each gap. */
  listening?: () => void
  /** The connection is gone: nothing is heard until `reconnected`. */
  lost?: () => void
  /** What was announced while the connection was gone is lost. */
  reconnected?: () => void
}

export type Listener = {
  on(channel: string, hear: (payload: string) => void, gaps?: Gaps): void
  isConnected(): boolean
  stop(): Promise<void>
}

/** Silence is noticed within `beatMs + timeoutMs`. */
const defaults = { beatMs: 8000, timeoutMs: 5000, retryMs: 500 }

/** `end` would wait for an answer that a silent connection never gives. */
function discard(client: Client): void {
  client.removeAllListeners('notification')
  void client.end().catch(() => {})
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
  stream.destroy()
}

/** One connection that LISTENs for the whole process, opened again whenever it breaks or falls silent. */
export function createListener(connect: () => Promise<Client>, log: Log, times: Partial<typeof defaults> = {}): Listener {
  const { beatMs, timeoutMs, retryMs } = { ...defaults, ...times }
  const channels = new Map<string, ({ hear: (payload: string) => void } & Gaps)[]>()
  const forAll = (tell: (gaps: Gaps) => void) => [...channels.values()].flat().forEach(tell)
  let client: Client | undefined
  let isListening = false
  let wasListening = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function openLater() {
    clearTimeout(retry)
    if (!isStopped) retry = setTimeout(open, retryMs)
  }

  function lose(lost: Client, reason: string) {
    if (client !== lost) return
    client = undefined
    discard(lost)
    if (isStopped) return
    log.warn({ reason }, 'the listening connection broke')
    if (isListening) forAll((gaps) => gaps.lost?.())
    isListening = false
    openLater()
  }

  /** Loses the connection when `work` fails or takes too long. */
  async function within(current: Client, work: () => Promise<unknown>): Promise<void> {
    const late = setTimeout(() => lose(current, 'no answer'), timeoutMs)
    await work().catch((error: Error) => lose(current, error.message))
    clearTimeout(late)
  }

  /** One statement after the other: a client that is asked while it waits for an answer warns. */
  function ask(current: Client, statement: string): Promise<unknown> {
    const asked = turn.then(() => current.query(statement))
    turn = asked.catch(() => {})
    return asked
  }

  async function listenToAll(fresh: Client) {
    for (const channel of channels.keys()) await ask(fresh, `listen ${channel}`)
  }

  async function open(): Promise<void> {
    let fresh: Client
    try {
      fresh = await connect()
    } catch (error) {
      markLost(error as Error, 'listener')
      log.warn({ err: error }, 'cannot listen to the database')
      return openLater()
    }
    client = fresh
    turn = Promise.resolve()
    fresh.on('error', (error) => lose(fresh, error.message))
    fresh.on('end', () => lose(fresh, 'ended'))
    fresh.on('notification', ({ channel, payload }) => {
      for (const { hear } of channels.get(channel) ?? []) hear(payload ?? '')
    })
    if (isStopped) return discard(fresh)
    await within(fresh, () => listenToAll(fresh))
    if (client !== fresh) return
    isListening = true
    forAll((gaps) => gaps.listening?.())
    if (wasListening) forAll((gaps) => gaps.reconnected?.())
    wasListening = true
  }

  const beat = (current: Client) => within(current, () => ask(current, 'select 1'))
  const heart = setInterval(() => client && isListening && void beat(client), beatMs)
  heart.unref()
  void open()

  return {
    on(channel, hear, gaps = {}) {
      const isNew = !channels.has(channel)
      channels.set(channel, [...(channels.get(channel) ?? []), { hear, ...gaps }])
      if (!isNew && isListening) gaps.listening?.()
      if (isNew && client) void ask(client, `listen ${channel}`).then(gaps.listening, () => {})
    },
    isConnected: () => isListening,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      clearInterval(heart)
      const last = client
      client = undefined
      isListening = false
      await last?.end().catch(() => {})
    },
  }
}
