import type { MetricStore } from './metric-store.ts'
import { ownMetricStore } from './own-metric-store.ts'
import type { RemoteStoreSettings } from './remote/prometheus-api.ts'
import { createRemoteMetricStore } from './remote/remote-metric-store.ts'

/** The store of this installation: its own database, or the one that is configured. */
export const createMetricStore = (remote: RemoteStoreSettings | null): MetricStore =>
  remote ? createRemoteMetricStore(remote) : ownMetricStore
