import os from 'node:os'
import { drawTable, type Figure } from './figures.ts'
import { toolAdvice } from './load.ts'
import { partsOfOneVakt, partsOfTheirOwn, usualParts } from './parts.ts'
import { startVakt } from './start-vakt.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const asked = process.argv.slice(2)
const wanted = asked.length > 0 ? asked : usualParts
const known = [...Object.keys(partsOfOneVakt), ...Object.keys(partsOfTheirOwn)]
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(1)
}
if (toolAdvice) say(toolAdvice)

const chosen = <Measure>(parts: Record<string, Measure>) => Object.entries(parts).filter(([name]) => wanted.includes(name))
const figures: Figure[] = []

async function measurePart(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  say(`Measuring ${name} …`)
  const start = performance.now()
  try {
    const found = await measure()
    figures.push(...found)
    const empty = found.filter(({ values }) => !values.some(Number.isFinite))
    if (found.length === 0 || empty.length > 0)
      throw new Error(`no value of ${empty.map((figure) => figure.name).join(', ') || 'anything'}`)
    say(`  ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    say(`${name} could not be measured: ${(error as Error).stack}`)
    process.exitCode = 1
  }
}

const ofOneVakt = chosen(partsOfOneVakt)
if (ofOneVakt.length > 0) {
  const vakt = await startVakt()
  try {
    for (const [name, measure] of ofOneVakt) await measurePart(name, () => measure(vakt))
  } finally {
    await vakt.stop()
  }
}
for (const [name, measure] of chosen(partsOfTheirOwn)) await measurePart(name, measure)
say(
  `\n${drawTable(figures)}\n\n${os.availableParallelism()} cores, Node ${process.versions.node}, load at the end ${os.loadavg()[0]?.toFixed(1)}`,
)
