import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { becomeReady, type Program, projectFolder, spawnProgram } from './spawn-program.ts'

type Ports = { https: number; http: number; web: [number, number] }

/** Starts a real nginx with the site of Vakt as `deploy/nginx.conf` has it, on these ports and with a certificate of its own. */
export async function startNginx(folder: string, { https, http, web }: Ports): Promise<Program> {
  const place = path.join(folder, 'nginx')
  await mkdir(place)
  const [key, certificate] = [path.join(place, 'privkey.pem'), path.join(place, 'fullchain.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  execFileSync('openssl', request, { stdio: 'ignore' })
  const shipped = await readFile(path.join(projectFolder, 'deploy', 'nginx.conf'), 'utf8')
  const site = shipped
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${web[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${web[1]}`)
    .replaceAll('/etc/ssl/vakt', place)
    .replaceAll('vakt.example.com', 'localhost')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${place}/${name};`)
  const config = path.join(place, 'nginx.conf')
  await writeFile(
    config,
    ['daemon off;', `pid ${place}/pid;`, 'error_log stderr;', 'events {}', 'http {', '  access_log off;', ...own, site, '}', ''].join('\n'),
  )
  const nginx = spawnProgram(process.env.NGINX_PATH ?? 'nginx', ['-c', config, '-e', 'stderr'])
  await becomeReady(`http://127.0.0.1:${http}/`, nginx)
  return nginx
}
