import type { ErrorAnswer } from '@vakt/contract/errors.ts'
import type { Operation, ResultOf } from '@vakt/contract/operation.ts'
import { withAccessToken } from './api.ts'
import { ApiError, addressOf, headersWith } from './request.ts'

type Upload = { params: Record<string, string>; file: File; onProgress?: ((sent: number) => void) | undefined }

/** `fetch` does not tell how far it has come. */
function sendFile<O extends Operation>(operation: O, { params, file, onProgress }: Upload, accessToken: string): Promise<ResultOf<O>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(operation.method, addressOf(operation.path, { params }))
    for (const [name, value] of Object.entries(headersWith(accessToken))) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) return resolve((response as { result: ResultOf<O> }).result)
      const answer = response as Partial<ErrorAnswer> | null
      reject(new ApiError(status, { errors: answer?.errors ?? [], requestId: answer?.requestId ?? '' }))
    }
    request.onerror = () => reject(new ApiError(0, { errors: [], requestId: '' }))
    request.send(file)
  })
}

/** Makes a call of the contract whose body is a file; `onProgress` hears of the share that is sent, 0 to 1. Throws `ApiError`. */
export function uploadFile<O extends Operation>(operation: O, upload: Upload): Promise<ResultOf<O>> {
  return withAccessToken((accessToken) => sendFile(operation, upload, accessToken))
}
