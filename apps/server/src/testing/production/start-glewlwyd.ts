import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { becomeReady, type Program, spawnProgram } from './spawn-program.ts'

type Account = { password: string; name: string; email: string }
type Options = { folder: string; port: number; origin: string; vaktOrigin: string; account: Account }

/** What the database is created with, by Debian's package. */
const initScript = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'

/** Debian's pages with their settings: the package links `config.json` to a folder instead of a file, and the pages never load. */
async function copyPages(folder: string): Promise<string> {
  const pages = path.join(folder, 'glewlwyd-pages')
  await cp('/usr/share/glewlwyd/webapp', pages, {
    recursive: true,
    dereference: true,
    filter: (source) => path.basename(source) !== 'config.json',
  })
  await cp('/usr/share/glewlwyd/templates/config.json', path.join(pages, 'config.json'))
  return pages
}

async function writeConfiguration({ folder, port, origin }: Options): Promise<string> {
  const databaseFile = path.join(folder, 'glewlwyd.db')
  const database = new DatabaseSync(databaseFile)
  database.exec('pragma synchronous = off')
  database.exec(gunzipSync(await readFile(initScript)).toString())
  database.close()
  const pages = await copyPages(folder)
  const packaged = await readFile('/etc/glewlwyd/glewlwyd.conf', 'utf8')
  const file = path.join(folder, 'glewlwyd.conf')
  await writeFile(
    file,
    packaged
      .replace(/^port=.*$/m, `port=${port}\nbind_address="127.0.0.1"\nstatic_files_path="${pages}"`)
      .replace(/^external_url=.*$/m, `external_url="${origin}"`)
      .replace(/^log_file=.*$/m, `log_file="${folder}/glewlwyd.log"`)
      .replace(/^@include .*$/m, `database = { type = "sqlite3"; path = "${databaseFile}"; }`),
  )
  return file
}

/** The address of the API that access tokens are for. */
export const resourceOf = (vaktOrigin: string): string => `${vaktOrigin}/api`

/** As the guide does, with the script that it names. */
async function configure(glewlwyd: string, { origin, vaktOrigin, account }: Options): Promise<void> {
  const args = ['--glewlwyd', glewlwyd, '--issuer', origin, '--vakt', vaktOrigin, '--user', `${account.name} <${account.email}>`]
  const script = spawnProgram(process.execPath, [path.join('deploy', 'set-up-glewlwyd.ts'), ...args], {
    GLEWLWYD_USER_PASSWORD: account.password,
  })
  const code = await new Promise((resolve) => script.child.once('close', resolve))
  if (code !== 0) throw new Error(script.output())
}

/** Starts a real OpenID server, Glewlwyd, with one account; `origin` is where the proxy serves it. */
export async function startGlewlwyd(options: Options): Promise<Program> {
  const glewlwyd = spawnProgram(process.env.GLEWLWYD_PATH ?? 'glewlwyd', ['--config-file', await writeConfiguration(options)])
  const local = `http://127.0.0.1:${options.port}`
  await becomeReady(`${local}/config`, glewlwyd)
  await configure(local, options)
  return glewlwyd
}
