import assert from 'node:assert/strict'
import test from 'node:test'
import { measureScreens } from './web-sizes.ts'

/** 180 kB, and the kilobyte with which each call ends in time and is sent again with its key. */
const maxKilobytesOfScreen = 181
/** What stands first after the sign-in. */
const maxKilobytesOfFirstView = 166
/**
 * Forms with more than fields: a schedule that is checked and described while it is typed (10 kB of a parser), steps that are moved and
 * tried on an incident, a rule that is tried on the past; and an incident with all that is said of it.
 */
const largerScreens: Record<string, number> = {
  'window-form-page': 204,
  'process-form-page': 196,
  'rule-form-page': 191,
  'create-ticket-page': 185,
  'window-page': 182,
  'incident-page': 184,
}
/** Completing the sign-in is fetched besides, and kept by the browser from then on. The names of the files alone make 50 bytes more or less. */
const maxKilobytesAfterSignIn = 192.3
const screens = measureScreens()

function tooLarge(sizes: { screen: string; size: number }[], maxKilobytes = maxKilobytesOfScreen): string[] {
  return sizes
    .filter(({ screen, size }) => size > (largerScreens[screen] ?? maxKilobytes))
    .map(({ screen, size }) => `${screen}: ${size.toFixed(1)} kB`)
}

test(`every screen stands with at most ${maxKilobytesOfScreen} kB of JavaScript, gzipped`, () => {
  assert.ok(screens.length >= 5, 'the build lists its screens')
  assert.deepEqual(tooLarge(screens.map(({ screen, alone }) => ({ screen, size: alone }))), [])
})

test(`the first view stands with at most ${maxKilobytesOfFirstView} kB`, () => {
  const first = screens.filter(({ screen }) => ['dashboard-page', 'landing-page'].includes(screen))
  assert.equal(first.length, 2)
  assert.deepEqual(
    tooLarge(
      first.map(({ screen, alone }) => ({ screen, size: alone })),
      maxKilobytesOfFirstView,
    ),
    [],
  )
})

test(`the lists and the overview stand with at most ${maxKilobytesAfterSignIn} kB when the sign-in is completed on the way to them`, () => {
  const first = screens.filter(({ screen }) => /list|overview|dashboard/.test(screen))
  assert.ok(first.length >= 3)
  const sizes = first.map(({ screen, afterSignIn }) => ({ screen, size: afterSignIn }))
  assert.deepEqual(tooLarge(sizes, maxKilobytesAfterSignIn), [])
})
