import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { mayCall } from '../feature-map.ts'
import { findBrokenFences } from './feature-fences.ts'

const root = join(import.meta.dirname, '..')
const paths = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts'], { cwd: root })
const files = paths.map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }))
const broken = findBrokenFences(files, mayCall)

for (const line of broken) console.log(line)
if (broken.length > 0) process.exitCode = 1
