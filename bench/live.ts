import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '@vakt/contract/live/live-events.ts'
import { type Figure, readQuantile } from './figures.ts'
import { type Crowd, type CrowdCustomer, fireAlerts, openCrowd } from './open-crowd.ts'
import { readProcessorSeconds } from './process-figures.ts'
import {
  alertScreen,
  dashboardScreen,
  inboxScreen,
  incidentScreen,
  openSimulatedBrowser,
  type Shown,
  type SimulatedBrowser,
  staffDashboardScreen,
  ticketScreen,
  unmatchedScreen,
} from './simulated-browser.ts'
import { isTrial, sized } from './sizes.ts'

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
    while (isTrial && Object.values(watch.delays).some(({ length }) => length === 0)) await wait(100)
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

const stormSeconds = sized(60, 1)
const postsPerSecond = 20
const alertsPerPost = 10
/** Of so many posts one is about hosts that match no entity. */
const unmatchedEvery = 5
const browsersOfEach = sized(4, 1)

type Watched = { screen: string; ages: number[]; askedAt: number[]; newest: number | null; sinceAccepted: number[] }

function mostInASecond(times: number[]): number {
  let most = 0
  let first = 0
  times.forEach((time, index) => {
    while (time - (times[first] ?? 0) >= 1000) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

/** The number of the newest post whose alerts stand in this list. */
const newestPost = (text: string) => Math.max(-1, ...[...text.matchAll(/Storm (\d+)-/g)].map(([, post]) => Number(post)))

/**
 * How old what each screen shows gets while 200 alerts a second come for a minute, and how often its browser asks. What changes slowly by
 * intent, as a trend of days, is left out of the ages.
 */
export async function measureLiveStorm(): Promise<Figure[]> {
  const crowd = await openCrowd(2)
  const [customer] = crowd.customers as [CrowdCustomer]
  const { customerId } = customer
  const screens: [string, boolean, Shown[]][] = [
    ['alert overview', false, alertScreen(customerId)],
    ['incidents', false, incidentScreen(customerId)],
    ['tickets', false, ticketScreen(customerId)],
    ['dashboard', false, dashboardScreen(customerId)],
    ['inbox of all customers', true, inboxScreen],
    ['dashboard of all customers', true, staffDashboardScreen],
    ['unmatched signals', true, unmatchedScreen],
  ]
  const browsers: SimulatedBrowser[] = []
  const watched: Watched[] = []
  const acceptedAt: number[] = []
  /** What was shown until now lacked the post after its newest one, since that was accepted. */
  const noteRows = (watch: Watched, text: string) => {
    const lacked = watch.newest === null ? undefined : acceptedAt[watch.newest + 1]
    if (lacked !== undefined) watch.sinceAccepted.push(performance.now() - lacked)
    watch.newest = newestPost(text)
  }
  try {
    for (const [screen, isStaff, shown] of screens) {
      for (let index = 0; index < browsersOfEach; index += 1) {
        const watch: Watched = { screen, ages: [], askedAt: [], newest: null, sinceAccepted: [] }
        watched.push(watch)
        const token = isStaff ? await crowd.signInStaff(`staff${index}`) : await crowd.signInUser(customer, `user${index}`)
        const browser = openSimulatedBrowser({
          origin: crowd.vakt.origin,
          token,
          screen: shown,
          onAnswer({ minIntervalMs = 0, isList, queryKey }, text, { ageMs, askedAt }) {
            if (isList && queryKey[0] === 'alerts') noteRows(watch, text)
            watch.askedAt.push(askedAt)
            if (minIntervalMs < 2000) watch.ages.push(ageMs)
          },
        })
        await browser.start()
        browsers.push(browser)
      }
    }
    await wait(sized(3000, 100))
    for (const watch of watched) Object.assign(watch, { ages: [], askedAt: [], sinceAccepted: [] })
    const [worked, began] = [readProcessorSeconds(crowd.vakt.pid), performance.now()]
    const sending: Promise<void>[] = []
    for (let post = 0; post < stormSeconds * postsPerSecond; post += 1) {
      await wait(Math.max(0, began + (post * 1000) / postsPerSecond - performance.now()))
      const names = Array.from({ length: alertsPerPost }, (_, index) => `Storm ${post}-${index}`)
      const instance = post % unmatchedEvery === 0 ? `nowhere-${post}` : undefined
      sending.push(
        fireAlerts(crowd, customer, names, instance).then((at) => {
          acceptedAt[post] = at
        }),
      )
    }
    await Promise.all(sending)
    const cores = (readProcessorSeconds(crowd.vakt.pid) - worked) / ((performance.now() - began) / 1000)
    const hasSeen = ({ screen, ages, sinceAccepted }: Watched) =>
      ages.length > 0 && (screen !== 'alert overview' || sinceAccepted.length > 0)
    while (isTrial && !watched.every(hasSeen)) await wait(100)
    const ofScreen = (screen: string) => watched.filter((watch) => watch.screen === screen)
    const most = Math.max(...watched.map(({ askedAt }) => mostInASecond(askedAt.toSorted((a, b) => a - b))))
    return [
      ...screens.map(([screen]) => {
        const ages = ofScreen(screen).flatMap((watch) => watch.ages)
        return {
          name: `200 alerts/s: ${screen}, oldest that was shown`,
          unit: 'ms',
          values: [readQuantile(ages, 1)],
          goal: { atMost: 2000 },
        }
      }),
      {
        name: '  … rows of the alert overview since their 202, oldest that was shown',
        unit: 'ms',
        values: [
          readQuantile(
            ofScreen('alert overview').flatMap((watch) => watch.sinceAccepted),
            1,
          ),
        ],
        goal: { atMost: 2000 },
      },
      { name: '  … requests of one browser within a second, most', unit: '', values: [most], goal: { atMost: 2 } },
      { name: '  … processor time of the server, web and worker', unit: 'cores', values: [cores] },
    ]
  } finally {
    for (const browser of browsers) browser.stop()
    await crowd.stop()
  }
}
