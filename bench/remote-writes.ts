import { encodeRemoteWrite1, toSnappy } from '#server/testing/remote-write.ts'
import { readQuantile } from './figures.ts'

export const connections = 8
export const samplesPerRequest = 500
const seriesPerConnection = 1250
/** How many requests of a connection come before the first series is first again. */
const requestsPerCycle = 5
const timeBytes = 6

export type Outcome = { perSecond: number; p99: number }

/** Runs `send` over all connections for some seconds; each sends one request after the other. */
export async function loadWrites(seconds: number, send: (connection: number, request: number) => Promise<unknown>): Promise<Outcome> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const lane = async (connection: number) => {
    for (let request = 0; performance.now() < end; request++) {
      const began = performance.now()
      await send(connection, request)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => lane(connection)))
  return { perSecond: (times.length * samplesPerRequest) / seconds, p99: readQuantile(times, 0.99) }
}

/** Points of one request: 500 of the 1,250 series of a connection, in turn, each time a millisecond later. */
export function pointsOf(connection: number, request: number, from: number) {
  return Array.from({ length: samplesPerRequest }, (_, index) => {
    const point = request * samplesPerRequest + index
    return {
      series: connection * seriesPerConnection + (point % seriesPerConnection),
      at: from + Math.floor(point / seriesPerConnection),
      value: Math.sin(point),
    }
  })
}

type Template = { body: Uint8Array<ArrayBuffer>; timesAt: number[] }

/** A request whose times are still to be written: encoding it while it is measured would measure the encoder. */
function makeTemplate(connection: number, request: number): Template {
  const blocks = pointsOf(connection, request, 1_700_000_000_000).map(({ series, at, value }) =>
    encodeRemoteWrite1([{ labels: { __name__: 'bench', host: `host-${series % 100}`, series: String(series) }, samples: [[value, at]] }]),
  )
  const raw = Buffer.concat(blocks)
  const body = new Uint8Array(toSnappy(raw))
  let end = body.length - raw.length
  const timesAt = blocks.map(({ length }) => {
    end += length
    return end - timeBytes
  })
  return { body, timesAt }
}

function writeTimes({ body, timesAt }: Template, points: ReturnType<typeof pointsOf>): Uint8Array<ArrayBuffer> {
  for (const [index, start] of timesAt.entries()) {
    let rest = points[index]?.at ?? 0
    for (let byte = 0; byte < timeBytes; byte++) {
      body[start + byte] = (rest % 128) + (byte < timeBytes - 1 ? 128 : 0)
      rest = Math.floor(rest / 128)
    }
  }
  return body
}

const templates = Array.from({ length: connections }, (_, connection) =>
  Array.from({ length: requestsPerCycle }, (_, request) => makeTemplate(connection, request)),
)

/** The body of a request, valid until the next one of this connection. */
export const bodyOf = (connection: number, request: number, from: number) =>
  writeTimes(templates[connection]?.[request % requestsPerCycle] as Template, pointsOf(connection, request, from))
