import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobQueues } from '@vakt/contract/failed-jobs.ts'
import { channelEntries } from '#server/features/deliveries/channels.ts'
import { createArrivalRate } from '#server/platform/jobs/arrival-rate.ts'
import { createTestApp, testConnectors, testOutgoing } from '#server/testing/test-app.ts'
import { workerQueues } from './worker-jobs.ts'

const vakt = await createTestApp()
after(vakt.close)

test('each queue of the server, with either store of metrics and on each channel, has a name on the page of failed jobs', () => {
  const settings = { outgoing: testOutgoing, connectors: testConnectors, keyring: vakt.keyring, arrivals: createArrivalRate() }
  const store = { authorization: '', customerLabel: 'customer', tenantHeader: '', delaySeconds: 30 }
  const queues = new Set([
    ...Object.keys(workerQueues(settings)),
    ...Object.keys(workerQueues({ ...settings, metricStore: { url: 'http://localhost:9', ...store } })),
    ...channelEntries.map(([, { queue }]) => queue),
  ])
  assert.deepEqual([...queues].toSorted(), [...jobQueues].toSorted())
})
