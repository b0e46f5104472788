import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'

export const projectFolder = path.resolve(import.meta.dirname, '..', '..', '..', '..', '..')

export type Program = { child: ChildProcess; output: () => string; end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null> }

/** Starts a program whose output is kept; `end` answers with its exit code, null after SIGKILL. Root may run it as another account. */
export function spawnProgram(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  account: { uid: number; gid: number } | undefined = undefined,
): Program {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(program, args, {
    cwd: account ? '/' : projectFolder,
    ...account,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const exited = once(child, 'exit')
  return {
    child,
    output: () => output,
    async end(signal) {
      child.kill(signal)
      return (await exited)[0] as number | null
    },
  }
}

/** Waits until the address answers with 2xx or a redirect; throws with the program's output when that program ends before. */
export async function becomeReady(url: string, { child, output }: Program): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => null)
    if (answer && answer.status < 400) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${child.spawnfile} ended before ${url} answered:\n${output()}`)
}

/** Ports that nothing listens on, all different. */
export async function findPorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
