import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { RunDots } from './run-dots.tsx'

test('a run of 100 steps is one line of dots around the last step that was taken, in a cell of the list', async () => {
  const states = Array.from({ length: 100 }, (_, index) => (index < 50 ? ('done' as const) : ('ahead' as const)))
  renderPart(
    <div style={{ width: '13rem' }}>
      <RunDots steps={states.map((state) => ({ type: 'delay', state }))} />
    </div>,
  )
  const step = page.getByText('step 50 of 100')
  await expect.element(step).toBeInTheDocument()
  const dots = [...(step.element().parentElement?.querySelectorAll<HTMLElement>('[data-state]') ?? [])]
  expect(new Set(dots.map(({ dataset }) => dataset.state))).toEqual(new Set(['done', 'ahead']))
  expect(new Set(dots.map(({ offsetTop }) => offsetTop)).size).toBe(1)
})
