import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '@vakt/contract/live-events.ts'
import { type Figure, readQuantile } from './figures.ts'
import { type Crowd, type CrowdCustomer, fireAlerts, openCrowd } from './open-crowd.ts'
import { readProcessorSeconds } from './processor-seconds.ts'
import {
  alertScreen,
  inboxScreen,
  openSimulatedBrowser,
  type Shown,
  type SimulatedBrowser,
  staffDashboardScreen,
} from './simulated-browser.ts'
import { sized } from './sizes.ts'

const customerCount = sized(50, 2)
const customerBrowsers = sized(480, 4)
const staffBrowsers = sized(20, 2)
const alertsPerSecond = 50
const seconds = sized(30, 0.5)

const nameOf = /Crowd \d+ end/g

/** When each alert was accepted, and which screens show it how much later. */
function createWatch() {
  const acceptedAt = new Map<string, number>()
  const delays: Record<string, number[]> = { customers: [], staff: [], answers: [], events: [] }
  const lastOf = new Map<string, number>()
  return {
    acceptedAt,
    delays,
    lastOf,
    noteEvent(event: LiveEvent) {
      const accepted = lastOf.get(event.customerId)
      if (event.type !== 'alert.changed' || accepted === undefined) return
      delays.events?.push(performance.now() - accepted)
    },
    /** Of one browser: notes what it shows for the first time. */
    createNote(kind: 'customers' | 'staff') {
      const known = new Set<string>()
      return ({ isList }: Shown, text: string, { answerMs }: { answerMs: number }) => {
        delays.answers?.push(answerMs)
        if (!isList) return
        for (const [name] of text.matchAll(nameOf)) {
          if (known.has(name)) continue
          known.add(name)
          const accepted = acceptedAt.get(name)
          if (accepted !== undefined) delays[kind]?.push(performance.now() - accepted)
        }
      }
    },
  }
}

type Watch = ReturnType<typeof createWatch>

async function openBrowsers(crowd: Crowd, watch: Watch): Promise<SimulatedBrowser[]> {
  const { origin } = crowd.vakt
  const browsers: SimulatedBrowser[] = []
  const open = async (token: string, kind: 'customers' | 'staff', screen: Shown[]) => {
    const browser = openSimulatedBrowser({
      origin,
      token,
      screen,
      onAnswer: watch.createNote(kind),
      onEvent: kind === 'customers' ? watch.noteEvent : () => {},
    })
    await browser.start()
    browsers.push(browser)
  }
  for (let index = 0; index < customerBrowsers; index += 1) {
    const customer = crowd.customers[index % customerCount] as CrowdCustomer
    await open(await crowd.signInUser(customer, `user${index}`), 'customers', alertScreen(customer.customerId))
  }
  for (let index = 0; index < staffBrowsers; index += 1)
    await open(await crowd.signInStaff(`staff${index}`), 'staff', index % 2 ? inboxScreen : staffDashboardScreen)
  return browsers
}

/** Sends alerts at an even pace, to one customer after the other. */
async function sendAlerts(crowd: Crowd, watch: Watch): Promise<void> {
  const start = performance.now()
  const sending: Promise<unknown>[] = []
  for (let number = 0; number < alertsPerSecond * seconds; number += 1) {
    await wait(Math.max(0, start + (number * 1000) / alertsPerSecond - performance.now()))
    const name = `Crowd ${number} end`
    const customer = crowd.customers[number % customerCount] as CrowdCustomer
    sending.push(
      fireAlerts(crowd, customer, [name]).then((at) => {
        // An answer may be there before that of the ingest was read.
        watch.acceptedAt.set(name, at)
        watch.lastOf.set(customer.customerId, at)
      }),
    )
  }
  await Promise.all(sending)
}

/** 500 browsers that hear and ask as ours do, over one process that is both web and worker. In a Vakt of its own. */
export async function measureLiveCrowd(): Promise<Figure[]> {
  const crowd = await openCrowd(customerCount)
  const watch = createWatch()
  const browsers: SimulatedBrowser[] = []
  try {
    browsers.push(...(await openBrowsers(crowd, watch)))
    await wait(sized(3000, 100))
    for (const browser of browsers) browser.takeCounts()
    const [worked, began] = [readProcessorSeconds(crowd.vakt.pid), performance.now()]
    await sendAlerts(crowd, watch)
    const elapsed = (performance.now() - began) / 1000
    const cores = (readProcessorSeconds(crowd.vakt.pid) - worked) / elapsed
    await wait(2500)
    const counts = browsers.map((browser) => browser.takeCounts())
    const requests = counts.reduce((sum, one) => sum + one.requests, 0)
    const failures = counts.reduce((sum, one) => sum + one.failures, 0)
    const { customers = [], staff = [], answers = [], events = [] } = watch.delays
    const wanted = alertsPerSecond * seconds
    return [
      {
        name: `${browsers.length} browsers at ${alertsPerSecond} alerts/s: from 202 to the row in an answer, p95`,
        unit: 'ms',
        values: [readQuantile(customers, 0.95)],
        goal: { atMost: 1000 },
      },
      { name: '  … median', unit: 'ms', values: [readQuantile(customers, 0.5)] },
      // Every alert concerns it: what it asks for twice a second bounds this.
      { name: '  … in the inbox of staff, p95', unit: 'ms', values: [readQuantile(staff, 0.95)] },
      { name: '  … rows that were seen', unit: '%', values: [(100 * customers.length) / (wanted * (customerBrowsers / customerCount))] },
      { name: '  … from 202 to the event, p95', unit: 'ms', values: [readQuantile(events, 0.95)] },
      { name: '  … an answer, p95', unit: 'ms', values: [readQuantile(answers, 0.95)] },
      { name: '  … requests that failed', unit: '', values: [failures], goal: { atMost: 0 } },
      { name: '  … requests', unit: '/s', values: [requests / elapsed] },
      { name: '  … processor time of the server, web and worker', unit: 'cores', values: [cores], goal: { atMost: 1 } },
    ]
  } finally {
    for (const browser of browsers) browser.stop()
    await crowd.stop()
  }
}
