import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Asks again until the answer is there; the test's own time limit ends it. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await wait(50)
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The program that the variable names, or one of this name on the path; undefined where there is none. */
export function findProgram(variable: string, name: string): string | undefined {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  return [process.env[variable], ...folders.map((folder) => path.join(folder, name))].find((file) => {
    try {
      accessSync(file ?? '', constants.X_OK)
      return file !== undefined && file !== ''
    } catch {
      return false
    }
  })
}

/** Starts a program and waits until it answers at this address. */
export async function startProgram(program: string, words: string[], readyUrl: string): Promise<{ stop(): Promise<void> }> {
  const child = spawn(program, words, { stdio: 'ignore' })
  const closed = once(child, 'close')
  await until(() =>
    fetch(readyUrl).then(
      ({ ok }) => ok,
      () => {
        assert.equal(child.exitCode, null, `${program} ended`)
        return false
      },
    ),
  )
  return {
    async stop() {
      child.kill('SIGKILL')
      await closed
    },
  }
}
