import type { Language } from '@vakt/contract/users/session.ts'
import type { Pool } from 'pg'
import { handleIncident } from '#server/features/incidents/handle-incident.ts'
import {
  findPagedPerson,
  type LinkedPage,
  noteLinkUsed,
  type PagedIncident,
  readLinkedPage,
  readPaged,
} from '#server/features/paging/linked-page.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { announce } from '#server/platform/live/announce.ts'
import { recordAction } from '#server/platform/record-action.ts'

/** What a link leads to, in the language of the page. */
export type PageLink = { language: Language; name: string; incident: PagedIncident | null } & (
  | { state: 'open' | 'resolved' | 'expired' | 'closed' | 'noAccess' }
  | { state: 'acknowledged'; by: string }
)

type Door = Pick<Context, 'pool' | 'ports' | 'log' | 'now' | 'requestId'>

/** A page, or a call of a process, which is none. */
type Acknowledged = Pick<LinkedPage, 'customerId' | 'incidentId' | 'userId' | 'personName' | 'language' | 'validUntil'> & {
  pageId: string | null
}

async function judge(transaction: Transaction, page: Acknowledged, now: Date): Promise<PageLink> {
  const { customerId, incidentId, language, personName: name } = page
  const about = { language, name }
  if (page.validUntil <= now) return { ...about, incident: null, state: 'expired' }
  const incident = await readPaged(transaction, customerId, incidentId)
  if (!incident) return { ...about, incident: null, state: 'expired' }
  if (incident.isClosed) return { ...about, incident: null, state: 'closed' }
  if (incident.state === 'resolved') return { ...about, incident, state: 'resolved' }
  if (incident.state === 'acknowledged') return { ...about, incident, state: 'acknowledged', by: incident.acknowledgedBy ?? '' }
  return { ...about, incident, state: 'open' }
}

const noAccess = ({ language, personName: name }: Acknowledged): PageLink => ({ language, name, incident: null, state: 'noAccess' })

/** What the link says now; undefined where there is none. Changes nothing, however often it is asked. */
export async function readPageLink({ pool, now }: { pool: Pool; now: Date }, token: string): Promise<PageLink | undefined> {
  const page = await readLinkedPage(pool, token)
  if (!page) return undefined
  if (!(await findPagedPerson(pool, page))) return noAccess(page)
  return inTransaction({ pool }, page.customerId, (transaction) => judge(transaction, page, now))
}

/** Acknowledges the incident as the person who was paged. Of two at once the first one counts, and the other is told who that was. */
export async function acknowledgePage(door: Door, token: string): Promise<PageLink | undefined> {
  const { pool } = door
  const page = await readLinkedPage(pool, token)
  return page && acknowledgeAs(door, page, 'page link')
}

/** The same for a page that was answered by another way than its link, such as a key in a call; `by` is what the audit log says. */
export async function acknowledgeAs(door: Door, page: Acknowledged, by: string): Promise<PageLink> {
  const { pool, now } = door
  const { customerId, incidentId, pageId } = page
  const person = await findPagedPerson(pool, page)
  if (!person) return noAccess(page)
  const context: Context = { ...door, actor: { type: 'user', ...person }, isStaff: true }
  return inTransaction({ pool }, customerId, async (transaction) => {
    const { state } = await judge(transaction, page, now)
    if (state === 'open') {
      const { changes } = await handleIncident(transaction, context, customerId, {
        incidentId,
        wanted: { state: 'acknowledged' },
        chosen: undefined,
      })
      if (changes.length > 0) {
        if (pageId !== null) await noteLinkUsed(transaction, customerId, pageId, now)
        await recordAction(transaction, context, customerId, {
          action: 'incident.handle',
          target: `incident ${incidentId}`,
          details: { changes, by },
        })
        announce(transaction, { type: 'incident.changed', customerId, incidentIds: [incidentId] })
      }
    }
    return judge(transaction, page, now)
  })
}
