import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { RunDots, RunStateMark } from './run-dots.tsx'

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

test('a run that went to its end says how many of its steps failed', async () => {
  const steps = (...states: ('done' | 'failed' | 'no_agent' | 'skipped')[]) => states.map((state) => ({ state }))
  renderPart(
    <>
      <RunStateMark state="finished" steps={steps('done', 'skipped')} />
      <RunStateMark state="finished" steps={steps('done', 'failed')} />
      <RunStateMark state="finished" steps={steps('failed', 'done', 'no_agent')} />
      <RunStateMark state="stopped" steps={steps('failed')} />
    </>,
  )
  await expect.element(page.getByText('Finished: 1 step failed')).toBeInTheDocument()
  await expect.element(page.getByText('Finished: 2 steps failed')).toBeInTheDocument()
  await expect.element(page.getByText('Finished', { exact: true })).toBeInTheDocument()
  await expect.element(page.getByText('Stopped', { exact: true })).toBeInTheDocument()
})
