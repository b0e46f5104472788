import { readFileSync } from 'node:fs'
import { remoteWriteHeaders } from '#server/testing/remote-write.ts'
import type { Figure } from './figures.ts'
import { bodyOf, loadWrites, type Outcome } from './remote-writes.ts'
import { sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

const minutes = Number(process.env.MINUTES ?? sized(10, 1))
const secondsPerPart = sized(60, 0.3)

const readMegabytes = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Remote write over 8 connections for ten minutes (`MINUTES`), while the worker of the same process closes the buckets. */
export async function measureMetricsSustained(vakt: Vakt): Promise<Figure[]> {
  const parts: Outcome[] = []
  let busy = 0
  for (let part = 0; part < minutes; part++) {
    const from = Date.now() - 60_000
    parts.push(
      await loadWrites(secondsPerPart, async (connection, request) => {
        const headers = { ...remoteWriteHeaders[1], authorization: `Bearer ${vakt.ingestToken}` }
        const answer = await fetch(`${vakt.origin}/ingest/v1/prometheus`, {
          method: 'POST',
          headers,
          body: bodyOf(connection, request, from),
        })
        await answer.arrayBuffer()
        if (answer.status === 503) busy++
        else if (!answer.ok) throw new Error(`Vakt answered ${answer.status}.`)
      }),
    )
  }
  const { rows } = await vakt.owner.query<{ seconds: number }>(
    'select coalesce(extract(epoch from now() - min(due_at) filter (where due_at < now())), 0)::float8 as seconds from metric_due',
  )
  const rates = parts.map(({ perSecond }) => perSecond)
  return [
    { name: `remote write for ${minutes} minutes`, unit: 'samples/s', values: rates },
    { name: '… the last minute ÷ the first', unit: '', values: [(rates.at(-1) ?? 0) / (rates[0] ?? 1)], goal: { atLeast: 0.9 } },
    { name: '… p99 of each minute', unit: 'ms', values: parts.map(({ p99 }) => p99), goal: { atMost: 250 } },
    { name: '… answered 503', unit: 'requests', values: [busy], goal: { atMost: 0 } },
    { name: '… the oldest bucket that waits to be closed', unit: 's', values: [rows[0]?.seconds ?? 0], goal: { atMost: 30 } },
    { name: '… memory of the server at most', unit: 'MB', values: [readMegabytes(vakt.pid)] },
  ]
}
