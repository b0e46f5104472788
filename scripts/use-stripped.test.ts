import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = mkdtempSync(join(tmpdir(), 'vakt-stripped-'))
after(() => rmSync(root, { recursive: true, force: true }))
for (const folder of ['scripts', 'apps/server/src', 'packages/contract/src', 'packages/domain/src'])
  mkdirSync(join(root, folder), { recursive: true })
for (const script of ['project.mjs', 'strip-types.mjs', 'use-stripped.mjs'])
  copyFileSync(fileURLToPath(new URL(script, import.meta.url)), join(root, 'scripts', script))
const source = join(root, 'apps/server/src/main.ts')
const write = (text: string) =>
  writeFileSync(
    source,
    `const said: string = ${JSON.stringify(text)}\nconst strips = process.moduleLoadList.some((name) => name.includes('amaro'))\nconsole.log(said, strips)\n`,
  )

const strip = () => execFileSync(process.execPath, ['--no-warnings', join(root, 'scripts/strip-types.mjs')])
const run = () =>
  execFileSync(process.execPath, ['--import', pathToFileURL(join(root, 'scripts/use-stripped.mjs')).href, source], {
    encoding: 'utf8',
  }).trim()

test('the server reads its sources without types, and takes them off by itself only where they have changed since', () => {
  write('first')
  assert.equal(run(), 'first true')
  strip()
  assert.equal(run(), 'first false')
  write('second')
  utimesSync(source, new Date(), new Date(Date.now() + 5000))
  assert.equal(run(), 'second true')
  strip()
  assert.equal(run(), 'second false')
})
