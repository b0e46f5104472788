import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { noPreviousRelease, preparePreviousRelease } from '#server/testing/previous-release.ts'
import { findPorts, type Program } from '#server/testing/production/spawn-program.ts'
import { readVaktSite, startCaddy } from '#server/testing/production/start-caddy.ts'
import { type RunningVakt, startVakt } from '#server/testing/run-vakt.ts'
import { giveToken, scriptCustomerId, signalOf } from '#server/testing/script-user.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

const apiToken = `vakt_pat_${randomBytes(32).toString('base64url')}`
const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })
const tickets = `/api/v1/customer/${scriptCustomerId}/ticket`
const asScript = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' }

/** Answers with the status, or with what broke the connection. */
function ask(url: string, method: string, headers: Record<string, string>, body?: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { method, headers, agent, timeout: 15_000 }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(body)
  })
}

type Counts = Record<string, number>

/** Monitoring, scripts that read and write, and a browser that listens, all the time. */
function startLoad(origin: string, ingestToken: string) {
  const counts: Counts = {}
  let stored = 0
  let streams = 0
  let next = 0
  const stopping = new AbortController()
  const note = (kind: string, status: number | string) => {
    counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
    return status
  }
  const name = () => {
    next += 1
    return `roll-${next}`
  }
  /** As a client that retries: what is answered 5xx, or not at all, is sent again. Answers with the last status. */
  const askUntilAnswered = async (kind: string, ...[url, method, headers, body]: Parameters<typeof ask>) => {
    let status = note(kind, await ask(url, method, headers, body))
    while (typeof status === 'string' || status >= 500) {
      await wait(100)
      status = note(`${kind} again`, await ask(url, method, headers, body))
    }
    return status
  }
  const asAlertmanager = { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' }
  const kinds = [
    () => {
      const body = JSON.stringify({ subject: name(), description: 'Meanwhile', email: 'script@nordan.example' })
      return askUntilAnswered('write', origin + tickets, 'POST', { ...asScript, 'idempotency-key': name() }, body)
    },
    () => askUntilAnswered('read', `${origin}${tickets}?limit=20`, 'GET', asScript),
    async () => {
      const status = await askUntilAnswered('ingest', `${origin}/ingest/v1/alertmanager`, 'POST', asAlertmanager, signalOf(name()))
      if (status === 202) stored += 1
    },
  ]
  const listen = () =>
    new Promise<void>((resolve) => {
      const stream = request(`${origin}/api/v1/live`, {
        headers: asScript,
        agent: new Agent({ rejectUnauthorized: false }),
      })
      stream.once('response', (answer) => {
        note('stream', answer.statusCode ?? 0)
        streams += 1
        answer
          .on('error', () => {})
          .once('close', resolve)
          .resume()
      })
      stream.once('error', () => resolve())
      stopping.signal.addEventListener('abort', () => stream.destroy())
      stream.end()
    })
  const repeat = async (work: () => Promise<unknown>, pauseMs: number) => {
    while (!stopping.signal.aborted) {
      await work()
      await wait(pauseMs)
    }
  }
  const loops = [...kinds.flatMap((kind) => [repeat(kind, 40), repeat(kind, 40)]), repeat(listen, 500)]
  return {
    counts,
    stored: () => stored,
    streams: () => streams,
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

/** Each asks for the health by itself, and says so where a process has come up. */
const proxiesOfSite = 3

function countUps(caddy: Program, webPort: number): number {
  const isUp = (line: string) => line.includes('"host is up"') && line.includes(`:${webPort}"`)
  return caddy.output().split('\n').filter(isUp).length
}

const noCaddy = process.env.CADDY_PATH ? false : 'There is no Caddy here.'

test('a roll to this release behind Caddy is seen by no client that retries, and a restart of this release by none at all', {
  skip: noCaddy || noPreviousRelease,
}, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-roll-'))
  const { host, port, user, password } = sharedServer()
  const database = `roll_${randomBytes(4).toString('hex')}`
  const [server, owner] = [new pg.Client(sharedServer()), new pg.Client({ ...sharedServer(), database })]
  await server.connect()
  await server.query(`create database ${database}`)
  await owner.connect()
  const [caddyPort = 0, web1 = 0, web2 = 0] = await findPorts(3)
  const origin = `https://localhost:${caddyPort}`
  const env = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`,
    ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    STOP_DELAY_SECONDS: '3',
    ...{ RATE_LIMIT_USER: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_ADDRESS: '0' },
  }
  const caddy = await startCaddy(folder, [await readVaktSite(caddyPort, [web1, web2])])
  /** Starts a web process, and waits until Caddy sends requests to it: without one Caddy answers POSTs 503. */
  async function start(webPort: number, program?: string): Promise<RunningVakt> {
    const before = countUps(caddy, webPort)
    const demo = String(webPort === web1)
    const vakt = await startVakt({ ...env, PORT: String(webPort), ROLES: 'web,worker', DEMO: demo }, program)
    while (countUps(caddy, webPort) < before + proxiesOfSite) await wait(50)
    return vakt
  }
  const running: RunningVakt[] = []
  after(async () => {
    await Promise.all([...running, caddy].map(({ end }) => end('SIGKILL')))
    await owner.end()
    await server.query(`drop database ${database} with (force)`)
    await server.end()
    await rm(folder, { recursive: true, force: true })
  })

  const previous = preparePreviousRelease()
  running.push(await start(web1, previous))
  running.push(await start(web2, previous))
  await giveToken(owner, apiToken)
  const { ingestToken } = running[0] as RunningVakt

  /** Restarts both processes as this release, one after the other, under load; answers with what clients saw. */
  const roll = async () => {
    const load = startLoad(origin, ingestToken)
    for (const [index, webPort] of [web1, web2].entries()) {
      assert.equal(await running[index]?.end('SIGTERM'), 0)
      running[index] = await start(webPort)
    }
    await load.stop()
    t.diagnostic(JSON.stringify(load.counts))
    return load
  }
  const failures = (counts: Counts) => Object.entries(counts).filter(([key]) => !/ (200|202)$/.test(key))

  await t.test('from the previous release: each signal is stored and each reader answered', async () => {
    const { counts, stored } = await roll()
    assert.deepEqual(failures(counts), [])
    assert.ok(stored() > 50)
  })

  await t.test('of this release: no request fails, and the stream comes back', async () => {
    const { counts, stored, streams } = await roll()
    assert.deepEqual(failures(counts), [])
    assert.ok(stored() > 50 && streams() >= 2, JSON.stringify(counts))
  })
})
