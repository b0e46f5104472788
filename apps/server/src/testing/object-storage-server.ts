import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ObjectStorageConfig } from '#server/platform/object-storage.ts'

type Kept = { content: Buffer; modifiedAt: Date }

export type ObjectStorageServer = {
  config: ObjectStorageConfig
  objects: Map<string, Kept>
  /** While set, what was put is kept but never answered; it is told the key. */
  holdPut: ((key: string) => void) | null
  stop(): Promise<void>
}

const accessKeyId = 'AKIATEST'
const secretAccessKey = 'secret/of+tests'
const region = 'eu-north-1'
const bucket = 'vakt-test'
const mostListed = 2

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signature version 4, computed as its description has it, for what has arrived. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return false
  const [, keyId, day = '', place = '', signed = '', signature] = parts
  const { pathname, searchParams } = new URL(url, 'http://x')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const names = signed.split(';')
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const hash = String(headers['x-amz-content-sha256'])
  const request = [method, pathname, query, lines, signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${place}/s3/aws4_request`, sha256(request)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac as (key: Buffer, text: string) => Buffer, hmac(hmac(`AWS4${secretAccessKey}`, day), place))
  const isFresh = String(headers['x-amz-date']).startsWith(day) && names.includes('x-amz-date') && names.includes('host')
  return keyId === accessKeyId && place === region && isFresh && hash === sha256(body) && hmac(key, text).toString('hex') === signature
}

function listXml(objects: Map<string, Kept>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted()
  const page = keys.slice(0, mostListed)
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modifiedAt.toISOString()}</LastModified></Contents>`,
  )
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** A server that speaks the part of S3 that Vakt uses, and answers 403 where the signature or the hash of the body is wrong. */
export async function startObjectStorage(): Promise<ObjectStorageServer> {
  const objects = new Map<string, Kept>()
  const http = createServer(async (request, response) => {
    const body = await buffer(request)
    const answer = (status: number, content: string | Buffer = '') => response.writeHead(status).end(content)
    if (!isSigned(request, body)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message></Error>')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const key = pathname.slice(`/${bucket}/`.length)
    if (!pathname.startsWith(`/${bucket}/`)) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (searchParams.get('list-type') === '2') return answer(200, listXml(objects, searchParams))
    if (request.method === 'PUT') {
      objects.set(key, { content: body, modifiedAt: new Date() })
      return server.holdPut ? server.holdPut(key) : answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    const found = objects.get(key)
    return found ? answer(200, found.content) : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as { port: number }
  const server: ObjectStorageServer = {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket, region, accessKeyId, secretAccessKey },
    objects,
    holdPut: null,
    async stop() {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
