import { accessTokenOf, readSignedIn, staffAccount, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { largestCustomer, makeTickets, ticketCount } from './make-tickets.ts'
import { measureTicketWork } from './measure-ticket-work.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const ofOne = `/api/v1/customer/${largestCustomer}/ticket`
const ofAll = '/api/v1/ticket'

/** What people ask of the list of the largest customer. */
const lists: Record<string, string> = {
  'open tickets': `${ofOne}?onlyOpen=true`,
  'by priority, all': `${ofOne}?sort=priority`,
  'five filters': `${ofOne}?type=incident&priority=2&priority=3&assignee=Person%203&tag=tag-5&source=monitoring`,
  'nothing matches': `${ofOne}?assignee=Person%203&tag=tag-299&assigneeGroup=Group%201&requester=nobody@nowhere.example`,
  'search, one word': `${ofOne}?search=server`,
  'search, newest first': `${ofOne}?search=n%C3%A4tverk&sort=modified`,
  'search, two words and open': `${ofOne}?search=backup%20disk&onlyOpen=true`,
  'search, misspelt': `${ofOne}?search=skirvare`,
  'filter choices': `${ofOne}/filter`,
  similar: `${ofOne}/similar?subject=server%20backup%20skrivare%20disk`,
}

/** What the staff ask of the tickets of all customers. */
const listsOfStaff: Record<string, string> = {
  'all customers, open': `${ofAll}?onlyOpen=true`,
  'all customers, by priority': `${ofAll}?sort=priority`,
  'all customers, four filters': `${ofAll}?type=incident&priority=2&assignee=Person%203&tag=tag-5`,
  'all customers, nothing matches': `${ofAll}?assignee=Person%203&tag=tag-299&assigneeGroup=Group%201&requester=nobody@nowhere.example`,
  'all customers, search': `${ofAll}?search=server`,
  'all customers, search and filter': `${ofAll}?search=backup%20disk&onlyOpen=true`,
  'all customers, filter choices': `${ofAll}/filter`,
}

const pagesTurned = sized(20, 0)

/** The headers that lead to the page after so many. */
async function turnPages(vakt: Vakt, path: string, headers: Record<string, string>): Promise<Record<string, string>> {
  let further = headers
  for (let page = 0; page < pagesTurned; page += 1) {
    const answer = await fetch(new URL(path, vakt.origin), { headers: further })
    const { continuation_token: token } = (await answer.json()) as { continuation_token: string | null }
    if (!token) throw new Error(`${path} has only ${page + 1} pages.`)
    further = { ...headers, 'x-continuation-token': token }
  }
  return further
}

/** Many tickets of many customers: `TICKETS=1000000` is the size that the goals are stated for. */
export async function measureTicketsLarge(vakt: Vakt): Promise<Figure[]> {
  await makeTickets(vakt.owner)
  const signedIn = await withBrowser(async (browser) => [
    await readSignedIn(browser, vakt),
    await readSignedIn(browser, vakt, staffAccount),
  ])
  const [customer, staff] = signedIn.map((state) => ({ authorization: `Bearer ${accessTokenOf(state)}` }))
  if (!customer || !staff) throw new Error('No one signed in.')
  const figures: Figure[] = []
  const measure = async (name: string, path: string, headers: Record<string, string>) => {
    const { milliseconds } = await sendLoad({ url: vakt.origin, method: 'GET', path, headers })
    figures.push({ name: `${name}, p95`, unit: 'ms', values: [readQuantile(milliseconds, 0.95)], goal: { atMost: 100 } })
  }
  for (const [name, path] of Object.entries(lists)) await measure(name, path, customer)
  for (const path of [`${ofOne}?onlyOpen=true`, `${ofOne}?search=server`])
    await measure(`page ${pagesTurned + 1} of ${path.split('?')[1]}`, path, await turnPages(vakt, path, customer))
  for (const [name, path] of Object.entries(listsOfStaff)) await measure(name, path, staff)
  const heading: Figure = { name: `tickets over 200 customers`, unit: '', values: [ticketCount] }
  return [heading, ...figures, ...(await measureTicketWork(vakt, customer, staff))]
}
