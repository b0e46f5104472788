import type { Operation } from '@vakt/contract/operation.ts'
import { withAccessToken } from './api.ts'
import type { Input, LooseInput } from './request.ts'

/** Saves the answer of a call that is a file; the browser writes it to disk as it comes in. Ends when that has begun. Throws `ApiError`. */
export async function downloadFile<O extends Operation>(operation: O, input: Input<O>): Promise<void> {
  const { sendDownload } = await import('./send-download.ts')
  await withAccessToken((accessToken) => sendDownload(operation, input as LooseInput, accessToken))
}

/** As `downloadFile`, for the whole list with the filters of `input`. */
export function downloadList<O extends Operation>(operation: O, input: Input<O>, format: 'csv' | 'json'): Promise<void> {
  const { query, ...rest } = input as LooseInput
  return downloadFile(operation, { ...rest, query: { ...query, format } } as Input<O>)
}
