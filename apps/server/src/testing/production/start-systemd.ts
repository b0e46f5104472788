import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectFolder } from './spawn-program.ts'

/** Why the units cannot be tried here; false where they can. It takes root, and gives systemd namespaces of its own. */
export const noSystemd =
  process.env.SYSTEMD_TESTS !== 'true'
    ? 'Units are tried under a real systemd with SYSTEMD_TESTS=true.'
    : process.getuid?.() !== 0
      ? 'systemd is started by root only.'
      : false

/** Where the folder of the test is seen by systemd and its units. */
export const inside = '/run/vakt-test'

/** A machine of its own but for network and files: nothing of it is left when process 1 is killed. `prepare` runs in a shell before it. */
const boot = (prepare: string) => `set -eu
mount --make-rprivate /
mount -t proc proc /proc
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t tmpfs tmpfs /run
mkdir ${inside}
mount --bind "$1" ${inside}
for folder in /tmp /var/tmp /var/cache; do mount -t tmpfs tmpfs $folder; done
${prepare}
export container=test SYSTEMD_UNIT_PATH=${inside}/units:/etc/systemd/system
mount -t tmpfs tmpfs /etc/systemd/system
mount --make-rshared /
exec /lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=no`

/** The targets that units name. */
export async function writeTargets(folder: string): Promise<void> {
  for (const target of ['sysinit', 'basic', 'multi-user', 'network-online', 'shutdown', 'timers'])
    await writeFile(path.join(folder, 'units', `${target}.target`), '[Unit]\nDefaultDependencies=no\n')
}

/** The units of the release as they are installed, but for the folders, the log, and the account, which is not made here. */
export async function writeUnits(folder: string): Promise<void> {
  await writeTargets(folder)
  for (const unit of ['vakt-web@.service', 'vakt-worker@.service', 'vakt-backup.service', 'vakt-backup.timer']) {
    const installed = await readFile(path.join(projectFolder, 'deploy/systemd', unit), 'utf8')
    const adapted = installed
      .replaceAll('/opt/vakt/current/node', process.execPath)
      .replaceAll('/opt/vakt/current', projectFolder)
      .replaceAll('/etc/vakt', inside)
      .replace('User=vakt', `User=nobody\nStandardOutput=append:${inside}/log`)
    await writeFile(path.join(folder, 'units', unit), adapted)
  }
}

type Ran = { code: number; output: string }

export type Systemd = {
  /** Runs a program on that machine, as root. */
  run(program: string, args: string[], timeoutMs?: number): Promise<Ran>
  /** Answers with the exit code and what it said; 124 when it had not returned after the time. */
  systemctl(args: string[], timeoutMs?: number): Promise<Ran>
  /** What the units have written. */
  log(): Promise<string>
  end(): Promise<void>
}

export async function startSystemd(folder: string, prepare = ''): Promise<Systemd> {
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--cgroup', '--ipc', 'bash', '-c', boot(prepare), 'boot', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  const processOne = async () => Number((await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')).trim())
  const run: Systemd['run'] = async (program, args, timeoutMs = 30_000) => {
    const enter = ['--target', String(await processOne()), '--mount', '--pid', program, ...args]
    return new Promise((resolve) => {
      execFile('nsenter', enter, { timeout: timeoutMs, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
        resolve({ code: error ? (error.killed ? 124 : Number(error.code)) : 0, output: stdout + stderr })
      })
    })
  }
  const systemctl: Systemd['systemctl'] = (args, timeoutMs) => run('systemctl', ['--no-pager', ...args], timeoutMs)
  while (child.exitCode === null) {
    const { output: state } = await systemctl(['is-system-running'])
    if (/^(running|degraded)/.test(state)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (child.exitCode !== null) throw new Error(`systemd ended: ${output}`)
  return {
    run,
    systemctl,
    log: () => readFile(path.join(folder, 'log'), 'utf8'),
    async end() {
      process.kill(await processOne(), 'SIGKILL')
      await ended
    },
  }
}
