import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { test as base } from './story.ts'

export { expect } from '@playwright/test'

const root = path.dirname(import.meta.dirname)
const origin = 'http://development.vakt.example'

async function buildForDevelopment(folder: string): Promise<void> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const program = spawn(
    process.execPath,
    [vite, 'build', '--mode', 'development', '--minify', 'false', '--sourcemap', 'false', '--outDir', folder, '--logLevel', 'error'],
    { cwd: path.join(root, 'apps', 'web'), env: { ...process.env, NODE_ENV: 'development' }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const [code] = await once(program, 'exit')
  if (code !== 0) throw new Error(`The pages for development could not be built (${code}).`)
}

type Fixtures = { openDevelopmentPage: (address: string, options?: BrowserContextOptions) => Promise<Page> }

/** Pages that a production build does not hold: built for development, and handed to the browser without any server. */
export const test = base.extend<Fixtures, { builtPages: string }>({
  builtPages: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'vakt-development-'))
      await buildForDevelopment(folder)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  openDevelopmentPage: async ({ openBrowser, builtPages, consoleErrors }, use) => {
    consoleErrors.expected.push(/status of 503/)
    await use(async (address, options) => {
      const context = await openBrowser({ baseURL: origin, reducedMotion: 'reduce', ...options })
      await context.route(`${origin}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        if (pathname.startsWith('/api/')) return route.fulfill({ status: 503, json: { errors: [], requestId: '' } })
        const file = path.join(builtPages, pathname)
        return route.fulfill({ path: path.extname(file) && existsSync(file) ? file : path.join(builtPages, 'index.html') })
      })
      const page = await context.newPage()
      await page.goto(address)
      return page
    })
  },
})
