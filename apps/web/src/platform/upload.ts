import type { ErrorAnswer } from '@vakt/contract/errors.ts'
import { type Operation, type ResultOf, takesIdempotencyKey } from '@vakt/contract/operation.ts'
import { withAccessToken } from './api.ts'
import { ApiError, addressOf, headersWith, noAnswerWithin } from './request.ts'

const limitSeconds = 600

type Upload = { params: Record<string, string>; file: File; onProgress?: ((sent: number) => void) | undefined }

/** `fetch` does not tell how far it has come. */
function sendFile<O extends Operation>(
  operation: O,
  { params, file, onProgress }: Upload,
  accessToken: string,
  idempotencyKey: string,
): Promise<ResultOf<O>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(operation.method, addressOf(operation.path, { params }))
    for (const [name, value] of Object.entries(headersWith(accessToken))) request.setRequestHeader(name, value)
    if (takesIdempotencyKey(operation)) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) return resolve((response as { result: ResultOf<O> }).result)
      const answer = response as Partial<ErrorAnswer> | null
      reject(new ApiError(status, { errors: answer?.errors ?? [], requestId: answer?.requestId ?? '' }))
    }
    request.timeout = limitSeconds * 1000
    request.ontimeout = () => reject(noAnswerWithin(limitSeconds, operation))
    request.onerror = () => reject(new ApiError(0, { errors: [], requestId: '' }))
    request.send(file)
  })
}

/** One for each file that was chosen: sent again without an answer, it is kept once. */
const keys = new WeakMap<File, Map<string, string>>()

function keyOf(file: File, address: string): string {
  const known = keys.get(file) ?? new Map<string, string>()
  keys.set(file, known)
  const key = known.get(address) ?? crypto.randomUUID()
  known.set(address, key)
  return key
}

/** Makes a call of the contract whose body is a file; `onProgress` hears of the share that is sent, 0 to 1. Throws `ApiError`. */
export function uploadFile<O extends Operation>(operation: O, upload: Upload): Promise<ResultOf<O>> {
  const key = keyOf(upload.file, addressOf(operation.path, upload))
  return withAccessToken((accessToken) => sendFile(operation, upload, accessToken, key)).then((result) => {
    // Chosen once more it is another file.
    keys.delete(upload.file)
    return result
  })
}
