import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', 'apps', 'web', 'dist')

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }>

/** What the browser fetches to run these modules: their files and all that these import at once. */
function filesOf(manifest: Manifest, names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

/** For every screen of the built web app the kilobytes of JavaScript, gzipped, with which it stands; and with completing a sign-in besides. */
export function measureScreens(): { screen: string; alone: number; afterSignIn: number }[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()
  function sizeOf(file: string): number {
    const size = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file))).length / 1000
    sizes.set(file, size)
    return size
  }
  const measure = (names: string[]) => [...filesOf(manifest, names)].reduce((sum, file) => sum + sizeOf(file), 0)
  const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const signIn = 'src/platform/sign-in-client.ts'
  return Object.keys(manifest)
    .filter((name) => manifest[name]?.isDynamicEntry && /^src\/features\/.*-page\.tsx$/.test(name))
    .map((name) => ({
      screen: name.replace(/^.*\/|\.tsx$/g, ''),
      alone: measure([...entry, name]),
      afterSignIn: measure([...entry, signIn, name]),
    }))
}
