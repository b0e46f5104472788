import autocannon from 'autocannon'

export type Load = {
  url: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  createBody?: () => string
}

const connections = 8
const seconds = 4

/** Sends one request after the other over each of 8 connections; every answer must be a success. */
export function sendLoad({ url, createBody, ...request }: Load): Promise<{ perSecond: number; milliseconds: number[] }> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = []
    const body = createBody ? { setupRequest: (given: object) => ({ ...given, ...request, body: createBody() }) } : {}
    const options = { url, connections, duration: seconds, requests: [{ ...request, ...body }] }
    const run = autocannon(options, (error, result) => {
      if (error) return reject(error)
      const failed = result.errors + result.timeouts + result.non2xx
      if (failed > 0) return reject(new Error(`${failed} requests to ${request.path} failed.`))
      resolve({ perSecond: result['2xx'] / result.duration, milliseconds })
    })
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => milliseconds.push(time))
  })
}
