import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import pg from 'pg'
import { readQuantile } from './figures.ts'
import { isTrial, sized } from './sizes.ts'
import type { Vakt } from './start-vakt.ts'

type Load = {
  url: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  createBody?: () => string
  /** So many bodies are made beforehand, and sent in turn: what it costs to make them is not the server's. */
  bodies?: number
  /** Asked for in turn instead of `path`. */
  paths?: string[]
}

const connections = 8
const seconds = 4
const triedRequests = 16

/** Sends one request after the other over each of 8 connections; every answer must be a success. */
export function sendLoad({
  url,
  createBody,
  bodies = 1000,
  paths,
  ...request
}: Load): Promise<{ perSecond: number; milliseconds: number[] }> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = []
    const requests = createBody
      ? Array.from({ length: bodies }, () => ({ ...request, body: createBody() }))
      : (paths ?? [request.path]).map((path) => ({ ...request, path }))
    const options = { url, connections, requests, ...(isTrial ? { amount: triedRequests } : { duration: seconds }) }
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error)
      const failed = result.errors + result.timeouts + result.non2xx
      if (failed > 0) return reject(new Error(`${failed} requests to ${request.path} failed.`))
      resolve({ perSecond: result['2xx'] / result.duration, milliseconds })
    })
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => milliseconds.push(time))
  })
}

type Posts = { url: string; path: string; headers: Record<string, string>; bodies: string[] }
type Answered = {
  perSecond: number
  answered: number
  /** Milliseconds that were waited for an answer. */
  p99: number
  /** As if posts had gone on being sent at an even pace while one was waited for, where the tool tells it. */
  evenlySentP99: number | null
}

const postSeconds = sized(4, 1)

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** What sends the posts; it stands in the notes of the table. */
export const postTool = hasWrk ? 'wrk' : 'autocannon'

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const script = (bodyFile: string, { path: target, headers }: Posts) => `
local bodies, headers, next = {}, {}, 0
for line in io.lines(${quote(bodyFile)}) do bodies[#bodies + 1] = line end
${Object.entries(headers)
  .map(([name, value]) => `headers[${quote(name)}] = ${quote(value)}`)
  .join('\n')}
request = function()
  next = next % #bodies + 1
  return wrk.format('POST', ${quote(target)}, headers, bodies[next])
end
-- wrk puts a row of waits that nobody waited beside each long one (stats_correct in its stats.c): from the longest on, they are taken out again.
local function waited(summary, latency, share)
  local counts, values, seen = {}, {}, 0
  for index = 1, #latency do
    local microseconds, count = latency(index)
    counts[microseconds] = count
  end
  local pace = math.floor(summary.duration / math.floor(summary.requests / ${connections}))
  for microseconds = latency.max, pace * 2 + 1, -1 do
    local count = counts[microseconds] or 0
    for added = microseconds - pace, pace + 1, -pace do
      if count > 0 then counts[added] = (counts[added] or 0) - count end
    end
  end
  for microseconds in pairs(counts) do values[#values + 1] = microseconds end
  table.sort(values)
  for _, microseconds in ipairs(values) do
    seen = seen + counts[microseconds]
    if seen >= summary.requests * share then return microseconds end
  end
end
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local p99, evenly = waited(summary, latency, 0.99), latency:percentile(99)
  io.write(string.format('result %d %d %d %f %f', summary.requests, failed, summary.duration, p99, evenly))
end
`

async function runWrk(posts: Posts): Promise<Answered> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-posts-'))
  try {
    const [bodyFile, scriptFile] = [path.join(folder, 'bodies'), path.join(folder, 'posts.lua')]
    await writeFile(bodyFile, `${posts.bodies.join('\n')}\n`)
    await writeFile(scriptFile, script(bodyFile, posts))
    const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${postSeconds}`, '-s', scriptFile, posts.url])
    const [answered = 0, failed = 0, microseconds = 0, p99 = 0, evenly = 0] = (/^.*result (.*)$/m.exec(stdout)?.[1] ?? '')
      .split(' ')
      .map(Number)
    if (failed > 0 || answered === 0) throw new Error(`${failed} posts to ${posts.path} failed: ${stdout}`)
    return { perSecond: answered / (microseconds / 1e6), answered, p99: p99 / 1000, evenlySentP99: evenly / 1000 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Posts these bodies in turn, one after the other over each of 8 connections, for 4 seconds; every answer must be a success. By wrk where
 * there is one, which like pgbench leaves the processors to what is measured.
 */
export async function sendPosts(posts: Posts): Promise<Answered> {
  if (hasWrk) return runWrk(posts)
  const { bodies, ...request } = posts
  const left = bodies.values()
  const { perSecond, milliseconds } = await sendLoad({
    ...request,
    method: 'POST',
    createBody: () => left.next().value ?? '',
    bodies: bodies.length,
  })
  return { perSecond, answered: milliseconds.length, p99: readQuantile(milliseconds, 0.99), evenlySentP99: null }
}

const clients = 8
/** Of each client, where the statement is only tried. */
const triedTransactions = 10

function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...versions.map((version) => path.join(debian, version, 'bin'))]
  return folders.map((folder) => path.join(folder, 'pgbench')).find(existsSync)
}

const pgbench = findPgbench()

/** What the bare work is done by; it stands in the names of the figures. */
export const bareTool = pgbench ? 'pgbench' : 'a bare pg loop'

export const toolAdvice = pgbench
  ? null
  : 'There is no pgbench here, so a loop over the driver stands in for it: install postgresql-contrib (Debian: postgresql-15) to compare with the real one.'

/** How often a second 8 clients run this statement, prepared, one transaction each, as the owner of the database. */
export function measureBareSql(vakt: Vakt, sql: string): Promise<number> {
  return pgbench ? runPgbench(pgbench, vakt, sql) : runLoop(vakt, sql)
}

async function runPgbench(program: string, { connection }: Vakt, sql: string): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-pgbench-'))
  try {
    const script = path.join(folder, 'statement.sql')
    await writeFile(script, `${sql.replaceAll(/\s+/g, ' ')};\n`)
    const { host, user, password, database } = connection
    const load = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      ...(isTrial ? ['-t', String(triedTransactions)] : ['-T', String(seconds)]),
      '-f',
      script,
    ]
    const child = spawn(program, ['-h', host, '-U', user, ...load, database], { env: { ...process.env, PGPASSWORD: password } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    await new Promise((resolve) => child.once('close', resolve))
    const rate = /tps = ([\d.]+)/.exec(output)?.[1]
    if (!rate) throw new Error(`pgbench did not measure anything: ${output}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runLoop({ connection }: Vakt, text: string): Promise<number> {
  const connected = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  const start = performance.now()
  let count = 0
  const isOver = () => (isTrial ? count >= clients * triedTransactions : performance.now() - start > seconds * 1000)
  await Promise.all(
    connected.map(async (client) => {
      for (; !isOver(); count += 1) await client.query({ name: 'bare', text })
      await client.end()
    }),
  )
  return (count * 1000) / (performance.now() - start)
}
