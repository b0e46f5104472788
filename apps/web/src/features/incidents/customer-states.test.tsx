import type { CustomerState } from '@vakt/contract/customers/customer-states.ts'
import { noCounts } from '@vakt/domain/severity.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { CustomerStates } from './customer-states.tsx'
import { useCalmHeadline } from './dashboard-status.tsx'

const state = (name: string, known: Pick<CustomerState, 'isConnected' | 'lastReceivedAt'>): CustomerState => ({
  customerId: name,
  name,
  labels: [],
  openIncidents: noCounts,
  worst: null,
  oldestUnacknowledged: null,
  breachingTickets: 0,
  silentSources: 0,
  trend: Array.from({ length: 30 }, () => 0),
  ...known,
})
const healthy = state('Nordan', { isConnected: true, lastReceivedAt: new Date().toISOString() })
const silent = state('Sydhamn', { isConnected: true, lastReceivedAt: '2020-03-01T10:00:00.000Z' })
const unconnected = state('Vasterby', { isConnected: false, lastReceivedAt: null })

function Part({ customers, isLimited }: { customers: CustomerState[]; isLimited?: boolean }) {
  const { text } = useCalmHeadline(isLimited)(customers)
  return (
    <>
      <h1>{text}</h1>
      <CustomerStates customers={customers} />
    </>
  )
}

const texts = {
  en: {
    headline: 'No open incidents',
    silent: 'Nothing received from 1 customer for 24 hours',
    since: 'Nothing received since',
    none: 'Nothing connected yet at 1 customer',
    quiet: '1 customer without open incidents',
  },
  sv: {
    headline: 'Inga öppna incidenter',
    silent: 'Inget har tagits emot från 1 kund på 24 timmar',
    since: 'Inget har tagits emot sedan',
    none: 'Inget är anslutet än hos 1 kund',
    quiet: '1 kund utan öppna incidenter',
  },
}

for (const language of ['en', 'sv'] as const)
  test(`customers of whom nothing is known are not called healthy (${language})`, async () => {
    const words = texts[language]
    renderPart(<Part customers={[healthy, silent, unconnected]} />, { language })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(words.headline)
    const group = (summary: string) => page.getByRole('group').filter({ hasText: summary })
    await page.getByText(words.silent).click()
    await expect.element(group(words.silent)).toMatchTextContent(new RegExp(`Sydhamn · ${words.since} `))
    await expect.element(group(words.none)).toMatchTextContent(/Vasterby/)
    await expect.element(group(words.quiet)).toMatchTextContent(/Nordan/)
    await expect.element(group(words.quiet)).not.toMatchTextContent(/Sydhamn/)
  })

for (const { customers, headline } of [
  { customers: [healthy], headline: 'All good' },
  { customers: [unconnected], headline: 'Nothing connected yet' },
  { customers: [], headline: 'Nothing connected yet' },
])
  test(`the headline of ${customers.length === 0 ? 'no customer' : customers.map(({ name }) => name).join()} is ${headline}`, async () => {
    renderPart(<Part customers={customers} />)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(headline)
  })

for (const customer of [healthy, silent, unconnected])
  test(`the headline of people who are limited to some resources of ${customer.name} is about what they see`, async () => {
    renderPart(<Part customers={[customer]} isLimited />)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('No open incidents in what you see')
  })
