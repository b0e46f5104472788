import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Program, projectFolder, spawnProgram } from './spawn-program.ts'

/** The site of Vakt as `deploy/Caddyfile` has it, on these ports. */
export async function readVaktSite(port: number, webPorts: [number, number]): Promise<string> {
  const shipped = await readFile(path.join(projectFolder, 'deploy', 'Caddyfile'), 'utf8')
  return shipped
    .replace('vakt.example.com {', `https://localhost:${port} {`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${webPorts[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${webPorts[1]}`)
}

/** Starts a real Caddy with a certificate authority of its own; `authority` is the file of its certificate. */
export async function startCaddy(folder: string, sites: string[]): Promise<Program & { authority: string }> {
  const config = path.join(folder, 'Caddyfile')
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n\tstorage file_system ${folder}/caddy\n}\n`
  await writeFile(config, [options, ...sites].join('\n'))
  const caddy = spawnProgram(process.env.CADDY_PATH ?? 'caddy', ['run', '--config', config, '--adapter', 'caddyfile'])
  const authority = path.join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt')
  while (!existsSync(authority)) {
    if (caddy.child.exitCode !== null) throw new Error(`Caddy did not start:\n${caddy.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { ...caddy, authority }
}
