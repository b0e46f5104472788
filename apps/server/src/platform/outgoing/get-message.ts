import http from 'node:http'
import https from 'node:https'
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts'
import { lookUpPublic } from './post-message.ts'
import { findUrlProblem } from './public-address.ts'

const timeoutMs = 5000

/**
 * Gets a small body from an address that someone gave us. Follows no redirect, and reaches nothing but the open internet unless
 * `allowPrivate`. Throws when there is no answer of 2xx within 5 s, or a larger one.
 */
export function getMessage(url: string, { maxBytes, allowPrivate }: { maxBytes: number; allowPrivate: boolean }): Promise<string> {
  refuseInTransaction('Another server')
  const problem = findUrlProblem(url, { allowPrivate })
  if (problem) return Promise.reject(new Error(`The address is refused: ${problem}.`))
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const options = { agent: false, signal: AbortSignal.timeout(timeoutMs), ...(allowPrivate ? {} : { lookup: lookUpPublic }) }
    request(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const fail = (reason: string) => {
        response.destroy()
        reject(new Error(reason))
      }
      const status = response.statusCode ?? 0
      if (status < 200 || status >= 300) return fail(`It answered ${status}.`)
      response
        .on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) fail('Its answer is too large.')
          else chunks.push(chunk)
        })
        .on('error', reject)
        .on('end', () => resolve(Buffer.concat(chunks).toString()))
    })
      .on('error', reject)
      .end()
  })
}
