import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createMeasurer } from './measure-apart.ts'

const root = new URL('../../../../../', import.meta.url)
const readFolder = (folder: string) => readdirSync(new URL(`${folder}/`, root), { withFileTypes: true })
const foldersIn = (folder: string) =>
  readFolder(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)

const leftOut: Record<string, string> = {
  'apps/server/src/platform/backup': 'writes and removes the files that it is told, and starts programs',
  'apps/server/src/platform/database': 'writes and removes the files that it is told, and starts programs',
  'apps/server/src/platform/keys': 'writes the files that it is told',
  'packages/domain/src/metrics/reception.ts': 'takes numbers alone: each would be read from the text again',
  'apps/server/src/features/metrics/pack-buckets.ts': 'takes numbers alone: each character would be a chunk that is compressed',
  'apps/server/src/features/metrics/write-history.ts': 'takes numbers alone, as what packs them does',
}

/** Those of the folders are found, so that a new feature is measured by itself. */
const folders = [
  'packages/domain/src',
  ...foldersIn('apps/server/src/features'),
  ...foldersIn('apps/server/src/platform').filter((folder) => !(folder in leftOut)),
]
const isNoCode = /\.test\.ts$|\/fixtures|-process\.ts$/

function filesOf(folder: string): string[] {
  const entries = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
  const files = entries.map((file) => `${folder}/${file}`)
  return files.filter((file) => file.endsWith('.ts') && !isNoCode.test(file) && !(file in leftOut)).map((file) => new URL(file, root).href)
}

const { measure, close } = createMeasurer()
after(close)

for (const folder of folders)
  test(`what ${folder} exports costs in proportion to the texts it is given`, async () => {
    assert.deepEqual(await measure(filesOf(folder)), [])
  })

const readFolders = (all: string[]) =>
  all.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )

test('what is left out is there', () => {
  const known = new Set([...foldersIn('apps/server/src/platform'), ...readFolders(['packages/domain/src', 'apps/server/src/features'])])
  assert.deepEqual(
    Object.keys(leftOut).filter((one) => !known.has(one)),
    [],
  )
})

test('a function that does not end, or that grows with the square of its text, is named, and the others are measured all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vakt-text-cost-'))
  const file = pathToFileURL(join(folder, 'sample.mjs')).href
  writeFileSync(
    fileURLToPath(file),
    `export function neverEnds(text) { for (let day = Number(text); day !== 1; day += 1); }
     export function inProportion(text) { let n = 0; for (const one of String(text)) n += one.length; return n }
     export function square(text) { let n = 0; for (const one of String(text)) for (const other of String(text)) n += one === other ? 1 : 0; return n }`,
  )
  const bounded = createMeasurer(0.5)
  try {
    const named = (await bounded.measure([file])).map((found) => found.split(' ')[1]?.replace(/:.*/, ''))
    assert.deepEqual(named, ['neverEnds', 'square'])
  } finally {
    await bounded.close()
    rmSync(folder, { recursive: true })
  }
})
