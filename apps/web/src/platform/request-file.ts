import type { Operation } from '@vakt/contract/operation.ts'
import { type Input, type LooseInput, send } from './request.ts'

/** Files may be large, and the lists behind an export long. */
const limitSeconds = 600

/** The answer of a call whose answer is a file. Throws `ApiError`. */
export function requestBlob<O extends Operation>(operation: O, input: Input<O>, accessToken: string): Promise<Blob> {
  return send({ operation, input: input as LooseInput, accessToken, limitSeconds, read: (response) => response.blob() })
}

/** A whole list as a file. Throws `ApiError`. */
export function requestFile<O extends Operation>(
  operation: O,
  input: Input<O>,
  format: 'csv' | 'json',
  accessToken: string,
): Promise<{ blob: Blob; name: string }> {
  const { query, ...rest } = input as LooseInput
  const read = async (response: Response) => {
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    return { blob: await response.blob(), name: name ?? `${operation.path.split('/').at(-1)}.${format}` }
  }
  return send({ operation, input: { ...rest, query: { ...query, format } }, accessToken, limitSeconds, read })
}
