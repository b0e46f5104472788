import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { afterPress } from '#web/forms/after-press.ts'
import { renderPart } from '#web/testing/render-part.tsx'

async function waitWhilePressed() {
  renderPart(<button type="button">Press</button>)
  const button = page.getByRole('button', { name: 'Press' })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('[Space>]')
  const run = vi.fn()
  afterPress(run)
  expect(run).not.toHaveBeenCalled()
  return run
}

test('what waits for a press runs once it is over, and only once', async () => {
  const run = await waitWhilePressed()
  await userEvent.keyboard('[/Space]')
  await expect.poll(() => run.mock.calls.length).toBe(1)
  dispatchEvent(new MouseEvent('mouseup'))
  await new Promise((done) => setTimeout(done))
  expect(run).toHaveBeenCalledTimes(1)
})

test('what waits for a press runs when a finger begins to scroll', async () => {
  const run = await waitWhilePressed()
  dispatchEvent(new PointerEvent('pointercancel'))
  await expect.poll(() => run.mock.calls.length).toBe(1)
  await userEvent.keyboard('[/Space]')
})
