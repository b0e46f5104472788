import type { Operation } from '@vakt/contract/operation.ts'
import { withAccessToken } from './api.ts'
import type { Input } from './request.ts'

/** Saves the whole list as a file, with the filters of `input`. Throws `ApiError`. */
export async function downloadList<O extends Operation>(operation: O, input: Input<O>, format: 'csv' | 'json'): Promise<void> {
  const { requestFile } = await import('./request-file.ts')
  const { blob, name } = await withAccessToken((accessToken) => requestFile(operation, input, format, accessToken))
  saveFile(blob, name)
}

/** Hands what was loaded to the user as a file of that name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
