import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'

export type ObjectStorageConfig = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

export type StoredObject = { key: string; modifiedAt: Date }

/** A bucket that speaks the protocol of S3. Keys hold letters, digits, `-`, `/` only. */
export type ObjectStorage = {
  put(key: string, content: Buffer): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<Buffer | null>
  /** Removing what is not there is no failure. */
  remove(key: string): Promise<void>
  /** All objects whose key begins so, page after page. */
  list(prefix: string): AsyncIterable<StoredObject[]>
}

const mostMilliseconds = 30_000

const textOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]

const unescapeXml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A client for one bucket, addressed by path, as every implementation understands it. */
export function openObjectStorage(config: ObjectStorageConfig): ObjectStorage {
  const { accessKeyId, secretAccessKey, region } = config
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 200 })
  const bucket = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}`

  async function send(method: string, url: string, content?: Buffer): Promise<Response> {
    const hash = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    refuseInTransaction('The object storage')
    const answer = await client.fetch(url, {
      method,
      headers: { 'x-amz-content-sha256': hash },
      signal: AbortSignal.timeout(mostMilliseconds),
      ...(content ? { body: new Uint8Array(content) } : {}),
    })
    if (answer.ok || answer.status === 404) return answer
    const text = await answer.text()
    throw new Error(
      `The object storage answered ${answer.status} to ${method}: ${textOf(text, 'Code') ?? ''} ${textOf(text, 'Message') ?? ''}`,
    )
  }

  const missing = (answer: Response, what: string) => new Error(`The object storage knows no ${what} (${answer.status}).`)

  return {
    async put(key, content) {
      const answer = await send('PUT', `${bucket}/${key}`, content)
      await answer.arrayBuffer()
      if (!answer.ok) throw missing(answer, `bucket ${config.bucket}`)
    },
    async get(key) {
      const answer = await send('GET', `${bucket}/${key}`)
      const content = Buffer.from(await answer.arrayBuffer())
      return answer.ok ? content : null
    },
    async remove(key) {
      await (await send('DELETE', `${bucket}/${key}`)).arrayBuffer()
    },
    async *list(prefix) {
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next ? { 'continuation-token': next } : {}) })
        const answer = await send('GET', `${bucket}/?${query}`)
        const xml = await answer.text()
        if (!answer.ok) throw missing(answer, `bucket ${config.bucket}`)
        yield [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, object = '']) => ({
          key: unescapeXml(textOf(object, 'Key') ?? ''),
          modifiedAt: new Date(textOf(object, 'LastModified') ?? 0),
        }))
        const token = textOf(xml, 'NextContinuationToken')
        next = token && unescapeXml(token)
      } while (next)
    },
  }
}
