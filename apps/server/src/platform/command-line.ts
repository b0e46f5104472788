import { existsSync } from 'node:fs'
import path from 'node:path'

/** The commands for operators: `scripts/run-command.mjs` and `deploy/vakt.sh` run them. */
export type CommandName = 'backup' | 'make-key' | 'remove-demo' | 'restore' | 'set-up'

/** How operators run commands: in a clone, in a release installed as docs/install.md says, in a release elsewhere or in the image. */
export type Installation = 'clone' | 'installed' | 'release'

/** A release brings its own Node as `./node`; the `vakt` command runs the release beside it that is called `current`. */
export function findInstallation(projectFolder: string): Installation {
  if (!existsSync(path.join(projectFolder, 'node'))) return 'clone'
  return existsSync(path.join(projectFolder, '..', 'current', 'deploy', 'vakt.sh')) ? 'installed' : 'release'
}

export function formatCommand(installation: Installation, name: CommandName, options = ''): string {
  const [program, separator] = {
    clone: [`npm run ${name}`, ' --'],
    installed: [`vakt ${name}`, ''],
    release: [`./node apps/server/src/${name}.ts`, ''],
  }[installation] as [string, string]
  return options ? `${program}${separator} ${options}` : program
}

const installation = findInstallation(path.resolve(import.meta.dirname, '../../../..'))

/** What an operator types to run this command where this process was started. */
export const commandLine = (name: CommandName, options?: string): string => formatCommand(installation, name, options)
