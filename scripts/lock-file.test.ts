import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

type Entry = { resolved?: string; optionalDependencies?: Record<string, string> }
const file = path.join(import.meta.dirname, '..', 'package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }

/** Where Node would find a package that this one asks for. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

// `npm ci` refuses a lock file without them. A registry that does not carry one has npm leave it out: write it in by hand, without integrity.
test('the lock file names the packages of all platforms, and no address to load from', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(from, name)),
  )
  assert.deepEqual(missing, [])
  assert.deepEqual(
    Object.values(packages).flatMap(({ resolved = '' }) => (/^https?:/.test(resolved) ? resolved : [])),
    [],
  )
})
