import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PoolConfig } from 'pg'

export type DemoRequest = {
  owner: PoolConfig
  /** The root secret of the installation, in hexadecimal. */
  root: string
  masterSecrets: readonly string[]
  logLevel: string
  /** Of the identity provider, as the users of the demo are known by. */
  issuer: string
  /** Whether the past of its metrics is written, too. */
  withMetrics: boolean
}

export type DemoNews = { progress: string } | { isMade: true }

export type DemoWriter = {
  /** Until the content is made, or the process has ended. */
  made: Promise<void>
  isWriting(): boolean
  stop(): Promise<void>
}

const entry = fileURLToPath(new URL('./write-demo.ts', import.meta.url))

/**
 * Has the demo made by a process of its own: it takes 60 MB, which the server would not get back from the allocator. What the process left
 * undone, should it end before, the server does itself.
 */
export function startDemoWriter(request: DemoRequest, progress: (text: string) => void): DemoWriter {
  const child = fork(entry, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let isWriting = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isWriting = false
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  const isMade = new Promise<void>((resolve) => {
    child.on('message', (news: DemoNews) => ('progress' in news ? progress(news.progress) : resolve()))
  })
  child.send(request, () => {})
  return {
    made: Promise.race([isMade, ended]),
    isWriting: () => isWriting,
    async stop() {
      if (isWriting) child.kill()
      await ended
    },
  }
}
