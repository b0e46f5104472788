import '#web/ui/theme/styles.ts'
import { afterEach } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { followColorScheme } from '#web/ui/theme/color-scheme.ts'
import { unmountParts } from './render-part.tsx'

followColorScheme()

afterEach(async () => {
  unmountParts()
  localStorage.clear()
  await commands.emulate({ colorScheme: 'light' })
  await page.viewport(1440, 900)
  // What opens beneath the pointer is hovered.
  await userEvent.pointer({ coords: { x: 0, y: 0 } })
})
