import type { Operation } from '@vakt/contract/operation.ts'
import { type Input, type LooseInput, send } from './request.ts'

/** Files may be large. */
const limitSeconds = 600

/** The answer of a call whose answer is a file, for a page that shows it. Throws `ApiError`. */
export function requestBlob<O extends Operation>(operation: O, input: Input<O>, accessToken: string): Promise<Blob> {
  return send({ operation, input: input as LooseInput, accessToken, limitSeconds, read: (response) => response.blob() })
}
