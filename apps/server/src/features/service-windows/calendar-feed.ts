import { formatMoment } from '@vakt/domain/format-moment.ts'
import { writeCalendar } from '@vakt/domain/icalendar.ts'
import { answerWithCalendar, hashOfAddress, newCalendarSecret } from '#server/platform/calendar/calendar-secret.ts'
import { type Context, nameOfActor } from '#server/platform/context.ts'
import { inTransaction, presenting } from '#server/platform/database/transaction.ts'
import { NotFound } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/http/serve.ts'
import { deleteFeed, noteFeedRead, readCustomerName, readFeed, readPresentedFeed, writeFeed } from './calendar-table.ts'
import { readTimeline } from './occurrence-list-table.ts'

const day = 86_400_000
/** What a calendar shows: a month back, and what is planned for a year. */
const [daysBack, daysAhead, maxEvents] = [31, 366, 5000]

const texts = {
  en: { awaiting: 'Awaiting approval', extension: (until: string) => `The extension until ${until} awaits approval` },
  sv: { awaiting: 'Väntar på godkännande', extension: (until: string) => `Förlängningen till ${until} väntar på godkännande` },
}

export async function getFeed(context: Context, customerId: string) {
  const feed = await inTransaction(context, customerId, (transaction) => readFeed(transaction, customerId))
  return {
    feed: feed
      ? { createdAt: feed.createdAt.toISOString(), createdBy: feed.createdBy, lastReadAt: feed.lastReadAt?.toISOString() ?? null }
      : null,
  }
}

/** Makes a new secret address; an earlier one is revoked by it. */
export async function createFeed(context: Context, customerId: string): Promise<{ path: string }> {
  const { secret, hash } = newCalendarSecret()
  return inTransaction(context, customerId, async (transaction) => {
    await writeFeed(transaction, customerId, { hash, by: nameOfActor(context.actor), now: context.now })
    return { path: `/api/v1/service-window-calendar/${secret}.ics` }
  })
}

export async function revokeFeed(context: Context, customerId: string): Promise<undefined> {
  await inTransaction(context, customerId, (transaction) => deleteFeed(transaction, customerId))
  return undefined
}

/** The calendar behind a secret address. Throws NotFound for one that was revoked, or never was. */
export async function readCalendar(context: Context, address: string): Promise<FileAnswer> {
  const hash = hashOfAddress(address)
  const { now, pool } = context
  const customerId = await presenting(pool, { window_calendar_hash: hash.toString('hex') }, (transaction) =>
    readPresentedFeed(transaction, hash),
  )
  if (customerId === undefined) throw new NotFound()
  const [from, to] = [new Date(now.getTime() - daysBack * day), new Date(now.getTime() + daysAhead * day)]
  const content = await inTransaction(context, customerId, async (transaction) => {
    await noteFeedRead(transaction, customerId, now)
    const { name, language, timeZone } = await readCustomerName(transaction, customerId)
    const words = texts[language]
    const rows = await readTimeline(transaction, customerId, { from, to, entityId: null, now, limit: maxEvents })
    const events = rows
      .filter(({ state }) => state !== 'cancelled')
      .map(({ serviceWindowId, reason, startsAt, endsAt, askedUntil, state }) => ({
        uid: `${serviceWindowId}-${startsAt.getTime()}@vakt`,
        startsAt: startsAt.getTime(),
        endsAt: endsAt.getTime(),
        summary: reason,
        description: askedUntil
          ? words.extension(formatMoment(askedUntil.toISOString(), { language, timeZone }))
          : state === 'awaiting-approval'
            ? words.awaiting
            : '',
        isTentative: state === 'awaiting-approval',
      }))
    return writeCalendar(name, events, now.getTime())
  })
  return answerWithCalendar('service-windows.ics', content)
}
