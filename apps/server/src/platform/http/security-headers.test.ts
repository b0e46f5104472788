import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagePolicy } from './security-headers.ts'

const frames = (embeddedReports: string | null) =>
  pagePolicy('n', { provider: null, pageViews: null, directory: null, embeddedReports })
    .split('; ')
    .find((one) => one.startsWith('frame-src'))

test('frames come from the portal itself, and from Power BI only where it is configured', () => {
  assert.equal(frames(null), "frame-src 'self'")
  assert.equal(frames('https://app.powerbi.com'), "frame-src 'self' https://app.powerbi.com")
  const others = { provider: null, pageViews: null, directory: null }
  const [without, withReports] = [null, 'https://app.powerbi.com'].map((embeddedReports) => pagePolicy('n', { ...others, embeddedReports }))
  assert.equal(withReports?.replace(' https://app.powerbi.com', ''), without, 'nothing else is opened')
})
