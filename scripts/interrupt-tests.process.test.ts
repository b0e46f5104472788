import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

type Found = { pid: number; args: string; program: string }
const { listProcessesOf }: { listProcessesOf: (folder: string) => Found[] } = await import(
  path.join(import.meta.dirname, 'processes-of-folder.mjs')
)

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])

/** Starts `npm test` with a test that starts Vakt on an embedded database and goes on for a minute, in a process group of its own, as a terminal does. */
function startTests(folder: string): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  return spawn('npm', ['test', '--', 'server', 'ingest-kill'], {
    cwd: path.dirname(import.meta.dirname),
    env: { ...inherited, TMPDIR: folder },
    stdio: 'ignore',
    detached: true,
  })
}

const endsWithinMs = 20_000

const interruptions: Record<string, (npm: number, script: number) => void> = {
  'Ctrl-C': (npm) => process.kill(-npm, 'SIGINT'),
  'SIGTERM to npm': (npm) => process.kill(npm, 'SIGTERM'),
  'SIGKILL to npm': (npm) => process.kill(npm, 'SIGKILL'),
  'the kill of what started the script': (_npm, script) => process.kill(parentOf(script), 'SIGKILL'),
}

for (const [name, interrupt] of Object.entries(interruptions))
  test(`${name} ends everything that npm test has started`, {
    skip: !existsSync('/proc/self/environ') && 'only where there is /proc',
  }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vakt-stop-'))
    await chmod(folder, 0o755)
    const npm = startTests(folder)
    const find = (text: string) => listProcessesOf(folder).find(({ args }) => args.includes(text))
    while (!find('main.ts') || !find('vakt-process-')) {
      assert.equal(npm.exitCode, null, 'the tests ended by themselves')
      await wait(50)
    }
    const script = listProcessesOf(folder).find(
      ({ args, program }) => args.includes('scripts/test.mjs') && path.basename(program) === 'node',
    )
    interrupt(npm.pid ?? 0, script?.pid ?? 0)
    const interrupted = performance.now()
    while (listProcessesOf(folder).length > 0) {
      assert.ok(performance.now() - interrupted < endsWithinMs, 'the tests go on')
      await wait(50)
    }
    assert.equal(
      readdirSync(folder).find((entry) => entry.startsWith('vakt-')),
      undefined,
    )
    await rm(folder, { recursive: true })
  })
