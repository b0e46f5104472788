import { accessTokenOf, readSignedIn, withBrowser } from './browser.ts'
import { type Figure, readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { largestCustomer, makeTickets, ticketCount } from './make-tickets.ts'
import type { Vakt } from './start-vakt.ts'

const ofOne = `/api/v1/customer/${largestCustomer}/ticket`

/** What people ask of the list of the largest customer, and of the list over all of them. */
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
  'filter choices of all': '/api/v1/ticket/filter',
  similar: `${ofOne}/similar?subject=server%20backup%20skrivare%20disk`,
}

/** Many tickets of many customers: `TICKETS=1000000` is the size that the goals are stated for. */
export async function measureTicketsLarge(vakt: Vakt): Promise<Figure[]> {
  await makeTickets(vakt.owner)
  const token = accessTokenOf(await withBrowser((browser) => readSignedIn(browser, vakt)))
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(lists)) {
    const { perSecond, milliseconds } = await sendLoad({
      url: vakt.origin,
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${token}` },
    })
    figures.push({ name: `${ticketCount.toLocaleString('en-GB')} tickets, ${name}`, unit: '/s', values: [perSecond] })
    figures.push({ name: '  … p95', unit: 'ms', values: [readQuantile(milliseconds, 0.95)], goal: { atMost: 100 } })
  }
  return figures
}
