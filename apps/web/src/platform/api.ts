import type { Operation, ResultOf } from '@vakt/contract/operation.ts'
import { ApiError, type Input, sendRequest } from './request.ts'
import { liveAccessToken, noteSessionEnded, noteTokenRefused, renewAccessToken } from './sign-in-state.ts'

export { ApiError } from './request.ts'

const isEnd = (error: unknown) =>
  error instanceof ApiError && error.errors.some(({ message_translation_key: key }) => key === 'error.session_ended')
const isViewingOnly = ({ errors }: ApiError) => errors.some((one) => one.message_translation_key === 'error.viewing_only')

/** No other token helps those who look through the eyes of someone else to change something. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403) && !isViewingOnly(error)

/**
 * Runs a request with an access token that has not expired. If the server refuses it, it is renewed once and the request repeated;
 * a second 401 signs out with the current path kept, a session that was ended elsewhere signs out at once, a second 403 is the server's word on what this user may do.
 */
export async function withAccessToken<T>(send: (accessToken: string) => Promise<T>): Promise<T> {
  const first = await liveAccessToken()
  try {
    return await send(first)
  } catch (error) {
    if (isEnd(error)) noteSessionEnded()
    if (isEnd(error) || !isRefusal(error)) throw error
  }
  const second = await renewAccessToken(first)
  try {
    return await send(second)
  } catch (error) {
    if (isEnd(error)) noteSessionEnded()
    else if (isRefusal(error) && error.status === 401) noteTokenRefused(error)
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
