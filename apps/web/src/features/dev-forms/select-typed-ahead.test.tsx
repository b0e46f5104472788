import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { press } from '#web/testing/part-helpers.ts'
import { sample as form, holds, renderSample } from './sample-in-test.tsx'

// In a file of its own: the list of selects must not have been fetched.
test('what is typed before the list of a select is there is searched for in it', async () => {
  await renderSample()
  const resources = form.getByRole('combobox', { name: 'Resources' })
  const search = page.getByRole('textbox', { name: 'Search' })
  await commands.holdScripts()
  await press(resources, 'Enter')
  await userEvent.keyboard('x{Escape}{Enter}vm-0003x{Backspace}')
  await expect.element(resources).toHaveFocus()
  await commands.releaseScripts()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('vm-0003')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Escape}')
  await expect.element(resources).toHaveFocus()
  await holds('resources', ['vm-0003'])
})
