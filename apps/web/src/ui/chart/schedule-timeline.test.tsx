import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { ScheduleTimeline } from './schedule-timeline.tsx'

const midnight = Date.parse('2026-11-23T23:00:00Z')
const hour = 3_600_000
const span = { from: midnight, to: midnight + 24 * hour }
const bars = [
  {
    ...{ key: 'a', row: 'one', label: 'Patching of the web servers', from: midnight + 8 * hour, to: midnight + 9 * hour },
    ...{ state: 'Planned', details: ['Holds alerts on 12 resources'] },
  },
]

test('the mouse over a bar, and the focus on it, show what it is; leaving hides it', async () => {
  renderPart(<ScheduleTimeline label="Timeline" rowsLabel="Window" rows={[{ key: 'one', label: 'One' }]} bars={bars} span={span} />)
  const bar = page.getByRole('button', { name: /^Patching of the web servers, Planned, One, .*, Holds alerts on 12 resources$/ })
  const details = page.getByText('Holds alerts on 12 resources')
  await bar.hover()
  await expect.element(details).toBeVisible()
  await userEvent.unhover(bar)
  await expect.element(details).not.toBeInTheDocument()
  bar.element().focus()
  await expect.element(details).toBeVisible()
})
