import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Address, Digest, PlannedMessage } from './message.ts'

/** The end of the time that has begun, so that all that is held meanwhile comes as one. */
const digestAt = ({ minutes }: Digest, now: Date): Date => new Date(Math.floor(now.getTime() / (minutes * 60_000) + 1) * minutes * 60_000)

type Recent = { sent: number; isHeld: boolean }
type Addressed = PlannedMessage & { to: Address }

const keyOf = ({ channel, address }: Address) => `${channel} ${address}`

async function readRecent(
  transaction: Transaction,
  { kinds, minutes }: Digest,
  { addresses, now }: { addresses: string[]; now: Date },
): Promise<Map<string, Recent>> {
  const { rows } = await transaction.query<Recent & Address>(
    `select channel, address, count(*) filter (where state not in ('held', 'summarised'))::int as sent,
       bool_or(state in ('held', 'summarised')) as "isHeld"
     from mail_delivery where address = any($1) and kind = any($3) and created_at > $2::timestamptz - make_interval(mins => $4)
     group by channel, address`,
    [addresses, now, kinds, minutes],
  )
  return new Map(rows.map(({ channel, address, ...recent }) => [keyOf({ channel, address }), recent]))
}

/** Until when a message waits for a summary, because its address got many of its digest. A storm goes on until nothing was held for its time. */
export async function readStorms(
  transaction: Transaction,
  messages: Addressed[],
  now: Date,
): Promise<(message: Addressed) => Date | undefined> {
  const storms = new Map<Digest, Map<string, Recent>>()
  for (const [digest, them] of Map.groupBy(messages, ({ digest }) => digest))
    if (digest)
      storms.set(digest, await readRecent(transaction, digest, { addresses: [...new Set(them.map(({ to }) => to.address))], now }))
  return ({ digest, to, isUrgent }) => {
    const recent = digest && storms.get(digest)
    if (!recent) return undefined
    const { sent, isHeld } = recent.get(keyOf(to)) ?? { sent: 0, isHeld: false }
    const isOver = isUrgent ? sent >= digest.urgent : isHeld || sent >= digest.usual
    recent.set(keyOf(to), isOver ? { sent, isHeld: true } : { sent: sent + 1, isHeld })
    return isOver ? digestAt(digest, now) : undefined
  }
}
