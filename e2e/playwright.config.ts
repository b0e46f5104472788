import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.story.ts',
  globalSetup: './start-vakt.ts',
  outputDir: '../.cache/browser-tests',
  forbidOnly: Boolean(process.env.CI),
  // A machine of a pipeline may be slow at any moment; what only fails there once is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  // Each waits a third of its time: for timers, for the stream, for the other side.
  workers: 3,
  // Beside another on two processors: what takes ten seconds alone may take sixty.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    colorScheme: 'light',
    // Pages and panels that move in are waited for at every step.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
