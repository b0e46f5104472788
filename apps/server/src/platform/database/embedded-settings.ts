import os from 'node:os'

const least = 64
const most = 512

/** Megabytes for what the database keeps at hand: a sixteenth of the machine's, or of the container's. They are taken as they are used, not at the start. */
function sharedMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(most, Math.max(least, memory / 2 ** 20 / 16)))
}

/** A small server that is durable: fsync, full_page_writes and synchronous_commit keep their safe defaults. */
export function settingsFor(major: number): Record<string, string> {
  return {
    max_connections: '60',
    shared_buffers: `${sharedMegabytes()}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    max_wal_size: '1GB',
    wal_compression: 'on',
    checkpoint_timeout: '10min',
    jit: 'off',
    // Parallel queries need shared memory that containers often do not have.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    autovacuum_max_workers: '2',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements are logged by the server with their request, not here with their values.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(major >= 18 && { io_method: 'sync' }),
  }
}
