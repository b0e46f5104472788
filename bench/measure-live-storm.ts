import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, readQuantile } from './figures.ts'
import { type CrowdCustomer, fireAlerts, openCrowd } from './open-crowd.ts'
import { readProcessorSeconds } from './processor-seconds.ts'
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
import { sized } from './sizes.ts'

const seconds = sized(60, 1)
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
    for (let post = 0; post < seconds * postsPerSecond; post += 1) {
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
