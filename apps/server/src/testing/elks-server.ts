import type { ElksSettings } from '#server/platform/phone/elks-client.ts'
import { isSignedIn, type PhoneServer, type Sent, startPhoneServer } from './phone-server.ts'

export type ElksServer = PhoneServer & {
  settings: ElksSettings
  /** Posts the delivery report of a message: `sent`, `delivered` or `failed`. */
  report(message: Sent, status: string): Promise<{ status: number; text: string }>
  /** Someone answers the call and presses a key; answers what is then played. */
  pressKey(call: Sent, key: string): Promise<{ status: number; text: string }>
  /** The call ends; without `start` no one answered. */
  hangUp(call: Sent, ended: { state: string; start?: string }): Promise<{ status: number; text: string }>
}

/** Speaks the API of 46elks (https://46elks.se/docs) on the loopback. */
export async function startElksServer(): Promise<ElksServer> {
  const messages: Sent[] = []
  const calls: Sent[] = []
  const show = (one: Sent) => ({ ...one, cost: Number(one.cost), parts: Number(one.parts) })
  const lists: Record<string, Sent[]> = { sms: messages, calls }
  const base = await startPhoneServer({
    isSend: (path) => path === '/a1/sms' || path === '/a1/calls',
    handle(request, path, form) {
      if (!isSignedIn(request, 'user-1', 'right')) return { status: 401, body: { error: 'Unauthorized' } }
      const [, kind = '', id] = /^\/a1\/(sms|calls)(?:\/([^?]+))?/.exec(path) ?? []
      const list = lists[kind]
      if (!list) return 'not-found'
      if (request.method === 'GET') {
        const found = list.find((one) => one.id === id)
        return id === undefined ? { status: 200, body: { data: list.map(show) } } : found ? { status: 200, body: show(found) } : 'not-found'
      }
      const fields = Object.fromEntries(form)
      if (!/^\+\d+$/.test(fields.to ?? '')) return { status: 400, body: { error: 'Invalid to number' } }
      const created = new Date().toISOString().replace('Z', '000')
      const shared = { ...fields, id: `${kind[0]}${list.length + 1}`, created, direction: 'outgoing' }
      const one = (
        kind === 'sms' ? { ...shared, status: 'created', cost: '3500', parts: '1' } : { ...shared, state: 'ongoing', cost: '0' }
      ) as Sent
      list.push(one)
      return { status: 200, body: show(one) }
    },
  })
  return Object.assign(base, {
    settings: { url: base.url, user: 'user-1', password: 'right', currency: 'SEK' },
    messages,
    calls,
    report(message: Sent, status: string) {
      message.status = status
      const delivered = status === 'delivered' ? { delivered: new Date().toISOString().replace('Z', '') } : {}
      return base.post(message.whendelivered ?? '', { id: message.id, status, ...delivered })
    },
    pressKey(call: Sent, key: string) {
      const asked = JSON.parse(call.voice_start ?? '{}') as { next?: { ivr?: string; next?: string } }
      return base.post(asked.next?.next ?? '', {
        direction: 'outgoing',
        callid: call.id,
        from: call.from ?? '',
        to: call.to ?? '',
        result: key,
      })
    },
    hangUp(call: Sent, { state, start }: { state: string; start?: string }) {
      Object.assign(call, { state, ...(start && { start, cost: '11400' }) })
      return base.post(call.whenhangup ?? '', { id: call.id, state })
    },
  })
}
