import { texts } from '#web/platform/texts.ts'

export const allCustomersTexts = texts(
  {
    allCustomers: 'All customers',
    customers: 'Customers',
    customer: 'Customer',
    openTickets: 'Open tickets',
    unacknowledged: (time: string) => `Unacknowledged for ${time}`,
    breaching: (n: number) => (n === 1 ? '1 ticket breaching' : `${n} tickets breaching`),
    silent: (n: number) => (n === 1 ? '1 silent source' : `${n} silent sources`),
    quiet: (n: number) => (n === 1 ? '1 customer without open incidents' : `${n} customers without open incidents`),
    unconnectedAt: (n: number) => (n === 1 ? 'Nothing connected yet at 1 customer' : `Nothing connected yet at ${n} customers`),
    silentAt: (n: number) =>
      n === 1 ? 'Nothing received from 1 customer for 24 hours' : `Nothing received from ${n} customers for 24 hours`,
    trend: (n: number) => (n === 1 ? '1 incident in 30 days' : `${n} incidents in 30 days`),
    failed: 'Could not load the customers',
  },
  {
    allCustomers: 'Alla kunder',
    customers: 'Kunder',
    customer: 'Kund',
    openTickets: 'Öppna ärenden',
    unacknowledged: (time: string) => `Okvitterad i ${time}`,
    breaching: (n: number) => (n === 1 ? '1 försenat ärende' : `${n} försenade ärenden`),
    silent: (n: number) => (n === 1 ? '1 tyst källa' : `${n} tysta källor`),
    quiet: (n: number) => (n === 1 ? '1 kund utan öppna incidenter' : `${n} kunder utan öppna incidenter`),
    unconnectedAt: (n: number) => (n === 1 ? 'Inget är anslutet än hos 1 kund' : `Inget är anslutet än hos ${n} kunder`),
    silentAt: (n: number) =>
      n === 1 ? 'Inget har tagits emot från 1 kund på 24 timmar' : `Inget har tagits emot från ${n} kunder på 24 timmar`,
    trend: (n: number) => (n === 1 ? '1 incident på 30 dagar' : `${n} incidenter på 30 dagar`),
    failed: 'Det gick inte att hämta kunderna',
  },
)
