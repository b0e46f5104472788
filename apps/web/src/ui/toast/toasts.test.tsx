import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { showToast } from './toast.ts'

/** A panel with something to say, and a dialog that opens by a key, as the command palette does. */
function Sample() {
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  useEffect(() => {
    const open = ({ key }: KeyboardEvent) => key === 'F2' && setDialogOpen(true)
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <main>
      <button type="button" onClick={() => setPanelOpen(true)}>
        Notifications
      </button>
      <SidePanel label="Notifications" isOpen={isPanelOpen} onClose={() => setPanelOpen(false)}>
        <button type="button" onClick={() => showToast('The notifications could not be marked as read.', 'failure')}>
          Mark all as read
        </button>
      </SidePanel>
      <Dialog title="Search" isOpen={isDialogOpen} onClose={() => setDialogOpen(false)}>
        <input aria-label="Search for" />
      </Dialog>
    </main>
  )
}

const panel = page.getByRole('dialog', { name: 'Notifications' })
const toast = page.getByText('could not be marked as read')
// The panel has one, too.
const closeOfToast = page.getByRole('button', { name: 'Close' }).last()

async function failInPanel(): Promise<void> {
  renderPart(<Sample />)
  await page.getByRole('button', { name: 'Notifications' }).click()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(toast).toBeVisible()
}

test('a toast lies above the open panel, where it is reached, on a phone', async () => {
  await page.viewport(390, 844)
  await failInPanel()
  await closeOfToast.click()
  await expectCount(toast, 0)
  await expect.element(panel).toBeVisible()
})

test('a toast lies above the open panel, stays when that is closed, and comes along when a dialog opens after it', async () => {
  await failInPanel()
  // The pointer reaches it, and under the pointer it does not go by itself.
  await toast.hover()
  await userEvent.keyboard('{Escape}')
  await expectCount(panel, 0)
  await expect.element(toast).toBeVisible()
  await userEvent.keyboard('{F2}')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect.element(dialog).toBeVisible()
  await closeOfToast.click()
  await expectCount(toast, 0)
  await expect.element(dialog).toBeVisible()
})
