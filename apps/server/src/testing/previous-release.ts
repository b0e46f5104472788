import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Release 0.2.0. With each release this becomes the commit of that release. */
const previousRelease = '22d07836'

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..')
const folder = path.join(root, '.cache', 'previous-release', previousRelease)

/** The packages that are installed here, but those of the workspace, which are the other release's own. */
function linkPackages(scratch: string): void {
  const from = path.join(root, 'node_modules')
  mkdirSync(path.join(scratch, 'node_modules', '@vakt'), { recursive: true })
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.') && entry !== '@vakt'))
    symlinkSync(path.join(from, name), path.join(scratch, 'node_modules', name))
  for (const name of ['contract', 'domain'])
    symlinkSync(path.join(folder, 'packages', name), path.join(scratch, 'node_modules', '@vakt', name))
  // It is asked by scripts only; without a portal it would not start.
  mkdirSync(path.join(scratch, 'apps', 'web'))
  symlinkSync(path.join(root, 'apps', 'web', 'dist'), path.join(scratch, 'apps', 'web', 'dist'))
}

/** Why there is no previous release here; false where there is one. */
export const noPreviousRelease: string | false = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${previousRelease}^{commit}`], { cwd: root, stdio: 'ignore' })
    return false
  } catch {
    return process.env.CI === 'true' ? false : `The history of this clone does not hold ${previousRelease}: run git fetch --unshallow.`
  }
})()

/** The main program of the previous release, taken from the history, which runs with the packages that are installed here. */
export function preparePreviousRelease(): string {
  if (!existsSync(folder)) {
    mkdirSync(path.dirname(folder), { recursive: true })
    const scratch = mkdtempSync(`${folder}-`)
    const archive = execFileSync('git', ['archive', previousRelease, 'apps/server', 'packages', 'package.json'], {
      cwd: root,
      maxBuffer: 64 * 2 ** 20,
    })
    execFileSync('tar', ['-x', '-C', scratch], { input: archive })
    linkPackages(scratch)
    try {
      renameSync(scratch, folder)
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true })
      // Another test was quicker.
      if (!existsSync(folder)) throw error
    }
  }
  return path.join(folder, 'apps', 'server', 'src', 'main.ts')
}
