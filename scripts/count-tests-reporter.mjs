/** Writes the totals of a `node --test` run as one line of JSON, with the names of the tests that failed and the milliseconds of all, by file. */
export default async function* countTests(source) {
  const failures = {}
  const times = {}
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.file && data.details?.type !== 'suite') {
      failures[data.file] ??= []
      failures[data.file].push(data.name)
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file)
      times[data.file] = Math.round((times[data.file] ?? 0) + (data.details?.duration_ms ?? 0))
    if (type === 'test:summary' && !data.file) yield `${JSON.stringify({ ...data.counts, failures, times })}\n`
  }
}
