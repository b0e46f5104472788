import autocannon from 'autocannon'
import { isTrial } from './sizes.ts'

export type Load = {
  url: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  createBody?: () => string
  /** So many bodies are made beforehand, and sent in turn: what it costs to make them is not the server's. */
  bodies?: number
  /** Asked for in turn instead of `path`. */
  paths?: string[]
}

const connections = 8
const seconds = 4
const triedRequests = 16

/** Sends one request after the other over each of 8 connections; every answer must be a success. */
export function sendLoad({
  url,
  createBody,
  bodies = 1000,
  paths,
  ...request
}: Load): Promise<{ perSecond: number; milliseconds: number[] }> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = []
    const requests = createBody
      ? Array.from({ length: bodies }, () => ({ ...request, body: createBody() }))
      : (paths ?? [request.path]).map((path) => ({ ...request, path }))
    const options = { url, connections, requests, ...(isTrial ? { amount: triedRequests } : { duration: seconds }) }
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error)
      const failed = result.errors + result.timeouts + result.non2xx
      if (failed > 0) return reject(new Error(`${failed} requests to ${request.path} failed.`))
      resolve({ perSecond: result['2xx'] / result.duration, milliseconds })
    })
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => milliseconds.push(time))
  })
}
