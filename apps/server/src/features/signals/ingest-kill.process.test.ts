import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf, createDataFolder, type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'

/** Every third kill ends the database as well; other moments are met in each run. `KILL_ROUNDS=100` for a longer search. */
const rounds = Number(process.env.KILL_ROUNDS) || 6
const senders = 8
const seed = Number(process.env.KILL_SEED) || randomInt(1, 2 ** 31)

/** The same kills again for the same seed. */
function createRandom(state: number): () => number {
  let current = state
  return () => {
    current = (Math.imul(current, 1664525) + 1013904223) >>> 0
    return current / 2 ** 32
  }
}

const dataFolder = await createDataFolder()
const env = { DATA_DIR: dataFolder, DEMO: 'true', LOG_LEVEL: 'error' }
let vakt: RunningVakt | undefined
after(async () => {
  await vakt?.end('SIGTERM')
  await rm(dataFolder, { recursive: true, force: true })
})

const notification = (number: number) => ({
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      fingerprint: `kill-${number}`,
      labels: { alertname: `Kill ${number}`, severity: 'low', instance: `kill-${number}.example` },
      annotations: { summary: 'Numbered' },
      startsAt: new Date().toISOString(),
    },
  ],
})

let next = 0
const acknowledged = new Map<number, string>()
let onAcknowledged = () => {}

/** Until so many more are acknowledged: a slow machine gets as far as a fast one before it is killed. */
const acknowledgeMore = (count: number) =>
  new Promise<void>((resolve) => {
    const enough = acknowledged.size + count
    onAcknowledged = () => {
      if (acknowledged.size >= enough) resolve()
    }
  })

/** One sender: the next number once the last was acknowledged. What got no answer is sent again after the restart, as senders do. */
async function sendUntilGone({ origin, ingestToken }: RunningVakt, unanswered: number[]): Promise<number> {
  for (;;) {
    const number = unanswered.pop() ?? next++
    try {
      const answer = await fetch(`${origin}/ingest/v1/alertmanager`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(notification(number)),
      })
      if (answer.status !== 202) return number
      acknowledged.set(number, ((await answer.json()) as { result: { signalId: string } }).result.signalId)
      onAcknowledged()
    } catch {
      return number
    }
  }
}

function killPostmaster(signal: 'SIGKILL' | 'SIGQUIT'): void {
  const [pid] = readFileSync(path.join(dataFolder, 'postgres', 'db', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), signal)
}

test(`no acknowledged signal is lost over ${rounds} kills, and each leads to exactly one alert, incident and ticket`, {
  timeout: 100_000 + rounds * 25_000,
}, async (t) => {
  t.diagnostic(`KILL_SEED=${seed}`)
  const random = createRandom(seed)
  const unanswered: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    vakt = await startVakt(env)
    const running = vakt
    const sending = Array.from({ length: senders }, () => sendUntilGone(running, unanswered))
    // The moment of the kill is what this test is about.
    await Promise.race([acknowledgeMore(1 + Math.floor(random() * 60)), Promise.all(sending)])
    await wait(random() * 50)
    if (round % 3 === 0) killPostmaster(round % 6 === 0 ? 'SIGKILL' : 'SIGQUIT')
    if (round % 3 === 0 && random() < 0.5) await wait(random() * 300)
    await vakt.end('SIGKILL')
    unanswered.push(...(await Promise.all(sending)))
  }

  vakt = await startVakt(env)
  const owner = new pg.Client(connectionOf(dataFolder))
  await owner.connect()
  try {
    const countPending = async () =>
      (await owner.query<{ count: number }>("select count(*)::int as count from signal where state = 'pending'")).rows[0]?.count
    while ((await countPending()) !== 0) await wait(50)
    t.diagnostic(`${acknowledged.size} acknowledged, ${unanswered.length} never answered`)
    assert.ok(acknowledged.size >= rounds)

    const stored = await owner.query<{ id: string; state: string; number: number }>(
      `select signal_id as id, state, substring(convert_from(body, 'UTF8')::jsonb #>> '{alerts,0,fingerprint}' from 6)::int as number from signal`,
    )
    const byId = new Map(stored.rows.map((row) => [row.id, row]))
    const lost = [...acknowledged].filter(([number, id]) => byId.get(id)?.number !== number)
    assert.deepEqual(lost, [])
    assert.deepEqual([...new Set(stored.rows.map(({ state }) => state))], ['done'])

    const { rows: wrong } = await owner.query(
      `select a.fingerprint, count(distinct i.incident_id)::int as incidents, count(distinct t.ticket_id)::int as tickets
       from alert a left join incident i on i.customer_id = a.customer_id and i.rule = a.rule left join ticket t on t.customer_id = i.customer_id and t.incident_id = i.incident_id
       where a.fingerprint like 'kill-%' group by a.customer_id, a.fingerprint
       having count(distinct i.incident_id) <> 1 or count(distinct t.ticket_id) <> 1 or count(*) <> 1`,
    )
    assert.deepEqual(wrong, [])
    const { rows: alerts } = await owner.query<{ fingerprint: string }>("select fingerprint from alert where fingerprint like 'kill-%'")
    assert.equal(alerts.length, new Set(stored.rows.map(({ number }) => number)).size)
  } finally {
    await owner.end()
  }
  assert.equal(await vakt.end('SIGTERM'), 0)
})
