declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Request = {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  type Options = { url: string; connections: number; duration?: number; amount?: number; requests: Request[] }
  type Result = { duration: number; errors: number; timeouts: number; non2xx: number; '2xx': number }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): EventEmitter
}
