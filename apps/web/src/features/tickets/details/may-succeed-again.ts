import { ApiError } from '#web/platform/api.ts'

/** Whether the same call may succeed when it is made again: the server refused nothing, it did not answer or had trouble. */
export const maySucceedAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 429
