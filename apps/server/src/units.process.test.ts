import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { findPorts, spawnProgram } from '#server/testing/production/spawn-program.ts'
import { noSystemd, startSystemd, writeUnits } from '#server/testing/production/start-systemd.ts'
import { sharedServer } from '#server/testing/shared-server.ts'

const checkReady = (...args: string[]) => spawnProgram(process.execPath, ['deploy/check-ready.mjs', ...args])
const sleeper = () => spawnProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])

async function outcome({ child, output }: ReturnType<typeof checkReady>): Promise<[number, string]> {
  const [code] = await once(child, 'close')
  return [code, output().trim()]
}

test('waiting for a process ends when that process has ended, and with the reason', async () => {
  const [port = 0] = await findPorts(1)
  const address = `http://127.0.0.1:${port}/health/ready`
  const main = sleeper()
  const check = checkReady(address, '--wait', `--process=${main.child.pid}`)
  const checked = outcome(check)
  await main.end('SIGKILL')
  assert.deepEqual(await checked, [1, `Not ready: ${address}: the process has ended`])
  assert.deepEqual(await outcome(checkReady(address, '--wait', '--process=')), [1, `Not ready: ${address}: the process has ended`])
})

test('waiting for a process that runs goes on until it is ready', async () => {
  let asked = 0
  const server = createServer((socket) => {
    asked += 1
    const status = asked < 3 ? '503 Not ready' : '200 OK'
    socket.on('error', () => {}).end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const running = sleeper()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`
  assert.deepEqual(await outcome(checkReady(address, '--wait', `--process=${running.child.pid}`)), [0, ''])
  assert.equal(asked, 3)
  await running.end('SIGKILL')
  server.close()
})

/** Lets the processes reach the database through a port, from when it is opened on. */
function createGate(port: number) {
  const { host, port: serverPort } = sharedServer()
  const open = new Set<Socket>()
  const gate = createServer((socket) => {
    const server = connect(`${host}/.s.PGSQL.${serverPort}`)
    for (const one of [socket, server]) {
      open.add(one)
      one.on('error', () => {}).on('close', () => open.delete(one))
    }
    socket.pipe(server).pipe(socket)
  })
  return {
    open: () => once(gate.listen(port, '127.0.0.1'), 'listening'),
    close() {
      gate.close()
      for (const socket of open) socket.destroy()
    },
  }
}

test('a unit whose database is away fails within seconds, and is tried until it is there; the timer’s unit backs it up', {
  skip: noSystemd,
}, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vakt-units-'))
  await chmod(folder, 0o755)
  for (const name of ['units', 'secrets']) await mkdir(path.join(folder, name))
  await writeUnits(folder)
  const database = `units_${randomBytes(4).toString('hex')}`
  const server = new pg.Client(sharedServer())
  await server.connect()
  await server.query(`create database ${database}`)
  const [gatePort = 0, webPort = 0, workerPort = 0] = await findPorts(3)
  const { user, password } = sharedServer()
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${gatePort}/${database}`
  await writeFile(path.join(folder, 'secrets/database-url'), url)
  await writeFile(path.join(folder, 'secrets/secret-key'), `k:${Buffer.alloc(32, 7).toString('base64')}`)
  await writeFile(
    path.join(folder, 'vakt.env'),
    'LOG_LEVEL=warn\nDEMO=false\nDEMO_OPEN=true\nBACKUP_OPTIONS=--keep-daily 3 --copy-with /bin/true\n',
  )
  const gate = createGate(gatePort)
  const systemd = await startSystemd(folder, 'mount -t tmpfs tmpfs /var/lib')
  after(async () => {
    await systemd.end()
    gate.close()
    await server.query(`drop database ${database} with (force)`)
    await server.end()
    await rm(folder, { recursive: true, force: true })
  })
  const property = async (unit: string, name: string) => (await systemd.systemctl(['show', unit, '-P', name])).output.trim()
  const until = async (unit: string, name: string, holds: (value: string) => boolean) => {
    while (!holds(await property(unit, name))) await wait(100, null, { signal: t.signal })
  }

  // The web process has its port in its metrics port, 1 and four digits.
  const units = [`vakt-worker@${workerPort}`, `vakt-web@${8000 + (webPort % 1000)}`]
  for (const unit of units) {
    const { code, output } = await systemd.systemctl(['start', unit], 60_000)
    assert.equal(code, 1, output)
    await until(unit, 'NRestarts', (count) => Number(count) >= 2)
  }
  assert.match(await systemd.log(), /no PostgreSQL answers/)
  await gate.open()
  for (const unit of units) await until(unit, 'ActiveState', (state) => state === 'active')

  const unit = units[0] as string
  const before = await property(unit, 'MainPID')
  await systemd.systemctl(['kill', '--signal=KILL', unit])
  await until(unit, 'MainPID', (pid) => pid !== before && pid !== '0')
  await until(unit, 'ActiveState', (state) => state === 'active')

  const timer = await systemd.systemctl(['start', 'vakt-backup.timer'])
  assert.equal(timer.code, 0, timer.output)
  assert.equal(await property('vakt-backup.timer', 'Unit'), 'vakt-backup.service')
  assert.notEqual(await property('vakt-backup.timer', 'NextElapseUSecRealtime'), '')
  const made = await systemd.systemctl(['start', 'vakt-backup'], 120_000)
  assert.equal(made.code, 0, `${made.output}${await systemd.log()}`)
  const installed = new pg.Client({ ...sharedServer(), database })
  await installed.connect()
  const { rows } = await installed.query("select details from installation_note where name = 'backup-made'")
  await installed.end()
  assert.match(rows[0]?.details.file, /^\/var\/lib\/vakt-backups\/vakt-.*Z\.tar\.gz$/)
  assert.deepEqual([rows[0]?.details.copy, rows[0]?.details.bytes > 0], ['made', true])
})
