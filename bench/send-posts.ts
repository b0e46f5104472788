import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readQuantile } from './figures.ts'
import { sendLoad } from './load.ts'
import { sized } from './sizes.ts'

export type Posts = { url: string; path: string; headers: Record<string, string>; bodies: string[] }
export type Answered = {
  perSecond: number
  answered: number
  /** Milliseconds that were waited for an answer. */
  p99: number
  /** As if posts had gone on being sent at an even pace while one was waited for, where the tool tells it. */
  evenlySentP99: number | null
}

const connections = 8
const seconds = sized(4, 1)

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
    const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}`, '-s', scriptFile, posts.url])
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
