import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'
import { isCurrent, placeOf } from './use-stripped.mjs'

/**
 * Writes the sources of the server without their types, for `use-stripped.mjs`. A process of its own: what takes types off needs 20 MB, which
 * the server would keep for as long as it runs.
 */
for (const folder of ['apps/server/src', 'packages/contract/src', 'packages/domain/src'])
  for (const name of readdirSync(join(root, folder), { recursive: true })) {
    const source = join(root, folder, name)
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || isCurrent(source)) continue
    const place = placeOf(source)
    mkdirSync(dirname(place), { recursive: true })
    const { mtime } = statSync(source)
    const unfinished = `${place}.${process.pid}`
    writeFileSync(unfinished, stripTypeScriptTypes(readFileSync(source, 'utf8')))
    // It holds for the source of this time only.
    utimesSync(unfinished, mtime, mtime)
    renameSync(unfinished, place)
  }
