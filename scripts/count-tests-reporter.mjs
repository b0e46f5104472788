/** Writes the totals of a `node --test` run as one line of JSON. */
export default async function* countTests(source) {
  for await (const { type, data } of source) {
    if (type === 'test:summary' && !data.file) yield `${JSON.stringify(data.counts)}\n`
  }
}
