import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { mayCall, mayWriteAllTables, namedSql, sharedTables } from '../feature-map.ts'
import { findBrokenFences } from './feature-fences.ts'
import { findForeignWrites, findTables, findTableWrites } from './table-writers.ts'

const root = join(import.meta.dirname, '..')
const readAll = (patterns: string[]) =>
  globSync(patterns, { cwd: root }).map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))

const files = readAll(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts'])
const writes = findTableWrites(files, findTables(readAll(['apps/server/migrations/*.sql'])))
const broken = [...findBrokenFences(files, mayCall, namedSql), ...findForeignWrites(writes, sharedTables, mayWriteAllTables)]

for (const line of broken) console.log(line)
if (broken.length > 0) process.exitCode = 1
