import type { Transaction } from '#server/platform/database/transaction.ts'
import type { NewDelivery } from './delivery-table.ts'

/** So many mails about incidents an address gets within ten minutes; urgent ones up to the second number. What comes then is one digest. */
const incidentMailsAtOnce = { usual: 5, urgent: 10 } as const
const stormMs = 600_000

/** Those of a service window are one mail as they are. */
const stormKinds = ['incident_opened', 'incident_escalated', 'incident_resolved'] as const

/** The next full ten minutes, so that all that is held meanwhile comes as one. */
const digestAt = (now: Date): Date => new Date(Math.floor(now.getTime() / stormMs + 1) * stormMs)

type Recent = { mailed: number; isHeld: boolean }

async function readRecent(transaction: Transaction, addresses: string[], now: Date): Promise<Map<string, Recent>> {
  const { rows } = await transaction.query<Recent & { address: string }>(
    `select address, count(*) filter (where state not in ('held', 'summarised'))::int as mailed,
       bool_or(state in ('held', 'summarised')) as "isHeld"
     from mail_delivery where address = any($1) and channel = 'mail' and kind = any($3) and created_at > $2::timestamptz - $4 * interval '1 ms'
     group by address`,
    [addresses, now, stormKinds, stormMs],
  )
  return new Map(rows.map(({ address, ...recent }) => [address, recent]))
}

/**
 * Until when a mail about an incident waits for a digest, because its address got many within ten minutes. A storm goes on until nothing was held for
 * ten minutes.
 */
export async function readIncidentStorms(transaction: Transaction, addresses: string[], now: Date) {
  const recent = await readRecent(transaction, addresses, now)
  return {
    heldUntil({ address, kind }: NewDelivery, isUrgent: boolean): Date | undefined {
      if (!stormKinds.some((one) => one === kind)) return undefined
      const { mailed, isHeld } = recent.get(address) ?? { mailed: 0, isHeld: false }
      const isOver = isUrgent ? mailed >= incidentMailsAtOnce.urgent : isHeld || mailed >= incidentMailsAtOnce.usual
      recent.set(address, isOver ? { mailed, isHeld: true } : { mailed: mailed + 1, isHeld })
      return isOver ? digestAt(now) : undefined
    },
  }
}
