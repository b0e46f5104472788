import type { Operation, ResultOf } from '@vakt/contract/operation.ts'
import { ApiError, type Input, sendRequest } from './request.ts'
import { liveAccessToken, noteTokenRefused, renewAccessToken } from './sign-in-state.ts'

export { ApiError } from './request.ts'

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 401 || error.status === 403)

/**
 * Runs a request with an access token that has not expired. If the server refuses it, it is renewed once and the request repeated;
 * a second 401 signs out with the current path kept, a second 403 is the server's word on what this user may do.
 */
export async function withAccessToken<T>(send: (accessToken: string) => Promise<T>): Promise<T> {
  const first = await liveAccessToken()
  try {
    return await send(first)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  const second = await renewAccessToken(first)
  try {
    return await send(second)
  } catch (error) {
    if (isRefusal(error) && error.status === 401) noteTokenRefused()
    throw error
  }
}

/**
 * Makes one call of the contract and gives what is inside `result`; for a list the whole page, for 204 undefined.
 * Throws `ApiError` whose status is 0 when no server answered.
 */
export async function call<O extends Operation>(operation: O, input: Input<O>): Promise<ResultOf<O>> {
  if (operation.access === 'public') return sendRequest(operation, input)
  return withAccessToken((accessToken) => sendRequest(operation, input, accessToken))
}
