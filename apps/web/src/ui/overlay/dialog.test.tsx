import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

const incidents = Array.from({ length: 40 }, (_, index) => `Incident ${index} with a name that takes two lines of a phone`)

for (const [width, height] of [
  [1440, 600],
  [390, 600],
  [320, 500],
] as const)
  test(`the buttons of a dialog are in sight however long its content is, at ${width} px, and what has the focus is not behind them`, async () => {
    await page.viewport(width, height)
    renderPart(
      <Dialog isOpen title="Start a major incident" onClose={() => undefined}>
        <form>
          {incidents.map((name) => (
            <button key={name} type="button">
              {name}
            </button>
          ))}
          <DialogActions>
            <Button variant="default">Cancel</Button>
            <Button>Start</Button>
          </DialogActions>
        </form>
      </Dialog>,
    )
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect.element(start).toBeVisible()
    const box = () => start.element().getBoundingClientRect()
    expect(box().bottom).toBeLessThanOrEqual(height)
    const dialog = page.getByRole('dialog').element()
    expect(dialog.getBoundingClientRect().right).toBeLessThanOrEqual(width)
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
    const last = page.getByRole('button', { name: incidents[20] ?? '' }).element() as HTMLElement
    last.focus()
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(box().top)
  })

function Opened({ onClose }: { onClose: () => void }) {
  const [isAsked, ask] = useState(false)
  const close = () => {
    onClose()
    ask(false)
  }
  return (
    <>
      <Button onClick={() => ask(true)}>Start</Button>
      {isAsked ? (
        <Dialog isOpen title="Start a major incident" onClose={close}>
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}

for (const [way, leave] of [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its button', () => page.getByRole('button', { name: 'Cancel' }).click()],
] as const)
  test(`a dialog that is there only while it is open gives the focus back to what opened it, by ${way}`, async () => {
    let closed = 0
    renderPart(<Opened onClose={() => closed++} />)
    const opener = page.getByRole('button', { name: 'Start' })
    await opener.click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await leave()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    expect(closed).toBe(1)
  })
