import type { Client } from 'pg'
import type { Log } from '#server/platform/log.ts'

export type Listener = {
  /** `reconnected` is called too: what was announced while the connection was gone is lost. */
  on(channel: string, hear: (payload: string) => void, reconnected?: () => void): void
  isConnected(): boolean
  stop(): Promise<void>
}

const beatMilliseconds = 10_000
const patienceMilliseconds = 5000

/** One connection that LISTENs for the whole process, opened again whenever it breaks or falls silent. */
export function createListener(connect: () => Promise<Client>, log: Log): Listener {
  const channels = new Map<string, { hear: (payload: string) => void; reconnected: () => void }[]>()
  let client: Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined
  let wasConnected = false

  const lose = (lost: Client, reason: string) => {
    if (client !== lost) return
    client = undefined
    lost.removeAllListeners('notification')
    void lost.end().catch(() => {})
    if (isStopped) return
    log.warn({ reason }, 'the listening connection broke')
    retry = setTimeout(open, 500)
  }

  const beat = async (current: Client) => {
    const late = setTimeout(() => lose(current, 'no answer'), patienceMilliseconds)
    await current.query('select 1').catch((error: Error) => lose(current, error.message))
    clearTimeout(late)
  }

  async function open(): Promise<void> {
    try {
      const fresh = await connect()
      fresh.on('error', (error) => lose(fresh, error.message))
      fresh.on('end', () => lose(fresh, 'ended'))
      fresh.on('notification', ({ channel, payload }) => {
        for (const { hear } of channels.get(channel) ?? []) hear(payload ?? '')
      })
      client = fresh
      for (const channel of channels.keys()) await fresh.query(`listen ${channel}`)
      if (wasConnected) for (const listeners of channels.values()) for (const { reconnected } of listeners) reconnected()
      wasConnected = true
    } catch (error) {
      if (!isStopped) retry = setTimeout(open, 1000)
      log.warn({ reason: (error as Error).message }, 'cannot listen to the database')
    }
  }

  const heart = setInterval(() => client && void beat(client), beatMilliseconds)
  heart.unref()
  void open()

  return {
    on(channel, hear, reconnected = () => {}) {
      const isNew = !channels.has(channel)
      channels.set(channel, [...(channels.get(channel) ?? []), { hear, reconnected }])
      if (isNew && client) void client.query(`listen ${channel}`).catch(() => {})
    },
    isConnected: () => client !== undefined,
    async stop() {
      isStopped = true
      clearTimeout(retry)
      clearInterval(heart)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
