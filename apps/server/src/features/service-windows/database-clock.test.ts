import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ServiceWindow } from '@vakt/contract/service-windows/service-windows.ts'
import { ports } from '#server/roles/ports.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { silentLog } from '#server/testing/test-database.ts'
import { inMinutes, openWindowDesk } from '#server/testing/window-desk.ts'
import { endWindow } from './switch-windows.ts'

const vakt = await createTestApp()
after(() => vakt.close())

/** How far the clock of a process is off, in minutes: further than the windows here are long. */
const skews = [-180, 180]

/** Sends one alert and works it through in a process whose clock alone is off. */
async function tellOff(desk: Awaited<ReturnType<typeof openWindowDesk>>, name: string, skewMinutes: number) {
  await desk.send('firing', { name })
  await vakt.work({ now: inMinutes(skewMinutes) })
}

test('an alert is held by the clock of the database, although that of the process is behind or ahead', async () => {
  for (const skew of skews) {
    const desk = await openWindowDesk(vakt)
    const entity = await desk.entity()
    const window = await desk.window({ everything: true })
    await tellOff(desk, entity.name, skew)
    assert.deepEqual([await desk.held(window), (await desk.incidents()).length], [['held'], 0], `ongoing, ${skew}`)
  }
})

test('a window that has ended, or is still to come, holds nothing, although a process takes it for ongoing', async () => {
  for (const [startsIn, skew] of [
    [-60, -45],
    [60, 75],
  ] as const) {
    const desk = await openWindowDesk(vakt)
    const entity = await desk.entity()
    await desk.window({ everything: true }, { startsIn: Math.max(startsIn, -1), minutes: 30 })
    // Windows cannot be created in the past.
    if (startsIn < 0) await desk.move(startsIn)
    await tellOff(desk, entity.name, skew)
    assert.equal((await desk.incidents()).length, 1, `starts in ${startsIn} minutes, ${skew}`)
  }
})

test('a window that a process ends whose clock is off has ended now', async () => {
  for (const skew of skews) {
    const desk = await openWindowDesk(vakt)
    const entity = await desk.entity()
    const window = await desk.window({ everything: true })
    const context = {
      ...{ actor: { type: 'system' as const, job: 'test' }, now: inMinutes(skew), pool: vakt.database.app },
      ...{ log: silentLog, ports, requestId: null, isStaff: false },
    }
    await endWindow(context, desk.customerId, window.serviceWindowId, true)
    assert.equal((await desk.read<ServiceWindow>(`service-window/${window.serviceWindowId}`)).ongoing, null)
    await desk.tell('firing', entity)
    assert.equal((await desk.incidents()).length, 1, String(skew))
  }
})
