import { resolve } from 'node:path'

const slowestCount = 10
/** How node says that a test left something behind that failed later: the run ends badly, and no test is counted as failed. */
const lateError =
  /Test "(?<name>.*)" at (?<file>\S+):\d+:\d+ generated asynchronous activity .* created the error "(?<error>.*)" and would/s

/**
 * Writes a line `{ at }` for each file that begins, and the totals of a `node --test` run as the last line of JSON: what node counts, with `failed` made of all that did not pass, a hook or an error
 * after the end of its test too, `failures` (name and first line of the error, by file), `times` (milliseconds by file) and the `slowest` tests.
 */
export default async function* countTests(source) {
  const failures = {}
  const times = {}
  const tests = []
  let at = ''
  for await (const { type, data } of source) {
    if (type === 'test:start' && data.file && data.file !== at) {
      at = data.file
      yield `${JSON.stringify({ at })}\n`
    }
    const isEnd = type === 'test:pass' || type === 'test:fail'
    if (type === 'test:fail' && data.file && data.details?.type !== 'suite') {
      failures[data.file] ??= []
      failures[data.file].push({ name: data.name, error: firstLine(data.details?.error) })
    }
    const late = type === 'test:diagnostic' ? lateError.exec(data.message)?.groups : undefined
    if (late) {
      const file = resolve(late.file)
      failures[file] ??= []
      failures[file].push({ name: `${late.name}, after its end`, error: firstLine(late.error) })
    }
    if (isEnd && data.file && data.nesting === 0) times[data.file] = Math.round((times[data.file] ?? 0) + (data.details?.duration_ms ?? 0))
    if (isEnd && data.file && data.details?.type !== 'suite')
      tests.push({ file: data.file, name: data.name, time: data.details?.duration_ms ?? 0 })
    if (type === 'test:summary' && !data.file) {
      const failed = Math.max(data.counts.failed + data.counts.cancelled, Object.values(failures).flat().length)
      const slowest = tests.toSorted((one, other) => other.time - one.time).slice(0, slowestCount)
      yield `${JSON.stringify({ ...data.counts, failed, failures, times, slowest })}\n`
    }
  }
}

const firstLine = (error) => String(error?.cause?.message ?? error?.message ?? error ?? '').split('\n')[0]
