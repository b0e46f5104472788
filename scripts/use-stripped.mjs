import { readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Loaded into the server by start.mjs: it reads what strip-types.mjs wrote, and takes off types by itself only where that is missing or old.

const root = fileURLToPath(new URL('..', import.meta.url))

export const placeOf = (source) => join(root, '.cache', 'stripped', `${relative(root, source)}.js`)

export function isCurrent(source) {
  const [written, stripped] = [source, placeOf(source)].map((file) => statSync(file, { throwIfNoEntry: false }))
  return written !== undefined && stripped !== undefined && Math.abs(written.mtimeMs - stripped.mtimeMs) < 1
}

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
    const source = fileURLToPath(url)
    if (!isCurrent(source)) return nextLoad(url, context)
    return { format: 'module', source: readFileSync(placeOf(source), 'utf8'), shortCircuit: true }
  },
})
