import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { emulate, holdScripts, releaseScripts } from './src/testing/browser-commands.ts'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Component tests, `*.test.tsx`: one part of the interface in a real browser, without a server. `npm test` runs them. */
export default defineConfig({
  root: place('.'),
  cacheDir: place('../../.cache/component-tests'),
  plugins: [react()],
  resolve: { alias: { typebox: place('src/platform/schema-builder.ts') } },
  // What is found while tests run would have the page load again.
  optimizeDeps: {
    include: [
      ...['react', 'react-dom/client', 'react/jsx-dev-runtime', 'uplot', 'axe-core', 'lucide-react'],
      ...['@mantine/core', '@mantine/hooks', '@mantine/notifications'],
      ...['@tanstack/react-query', '@tanstack/react-router', '@tanstack/react-virtual'],
    ],
  },
  test: {
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/set-up-component-tests.ts'],
    retry: process.env.CI ? 2 : 0,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      // A machine of a pipeline may be slow at any moment.
      connectTimeout: 240_000,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      locators: { exact: false },
      commands: { emulate, holdScripts, releaseScripts },
      provider: playwright({
        actionTimeout: 30_000,
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Stockholm', reducedMotion: 'reduce', colorScheme: 'light' },
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
