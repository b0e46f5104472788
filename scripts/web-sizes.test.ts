import assert from 'node:assert/strict'
import test from 'node:test'
import { measureScreens } from './web-sizes.ts'

const mostKilobytes = 185
/** Checks and describes a schedule while it is typed: the parser of cron expressions is 10 kB of it. */
const largerScreens: Record<string, number> = { 'window-form-page': 198 }
/** Completing the sign-in is fetched besides, and kept by the browser from then on. */
const maxKilobytesAfterSignIn = 187
const screens = measureScreens()

function tooLarge(sizes: { screen: string; size: number }[], maxKilobytes = mostKilobytes): string[] {
  return sizes
    .filter(({ screen, size }) => size > (largerScreens[screen] ?? maxKilobytes))
    .map(({ screen, size }) => `${screen}: ${size.toFixed(1)} kB`)
}

test(`every screen stands with at most ${mostKilobytes} kB of JavaScript, gzipped`, () => {
  assert.ok(screens.length >= 5, 'the build lists its screens')
  assert.deepEqual(tooLarge(screens.map(({ screen, alone }) => ({ screen, size: alone }))), [])
})

test(`the lists and the overview stand with at most ${maxKilobytesAfterSignIn} kB when the sign-in is completed on the way to them`, () => {
  const first = screens.filter(({ screen }) => /list|overview|dashboard/.test(screen))
  assert.ok(first.length >= 3)
  const sizes = first.map(({ screen, afterSignIn }) => ({ screen, size: afterSignIn }))
  assert.deepEqual(tooLarge(sizes, maxKilobytesAfterSignIn), [])
})
