import { serverNow } from '#web/platform/server-clock.ts'
export const lifetimes = ['30', '90', '365', 'date', 'never'] as const
export type Lifetime = (typeof lifetimes)[number]

const dayInMilliseconds = 86_400_000

/** When a token made now stops; null: never. A chosen day is the first on which it does not work any more. */
export function expiryOf(lifetime: Lifetime, chosenDay: string, now: Date): string | null {
  if (lifetime === 'never') return null
  if (lifetime === 'date') return new Date(chosenDay).toISOString()
  return new Date(now.getTime() + Number(lifetime) * dayInMilliseconds).toISOString()
}

/** The calendar day after today, here, such as `2026-11-22`. */
export function tomorrow(now = new Date(serverNow())): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** When a token stops that is created now in place of another and is to work as long as that one; null: never. */
export function renewedExpiry({ createdAt, expiresAt }: { createdAt: string; expiresAt: string | null }, now: Date): string | null {
  if (expiresAt === null) return null
  return new Date(now.getTime() + Date.parse(expiresAt) - Date.parse(createdAt)).toISOString()
}
