import type { ErrorAnswer } from '@vakt/contract/errors.ts'
import type { Operation } from '@vakt/contract/operation.ts'
import { noteDownload } from './failed-downloads.ts'
import { ApiError, addressOf, headersWith, type LooseInput, noAnswerWithin } from './request.ts'

/** A document has to be made first. */
const limitSeconds = 120
/** The server sets this cookie when the file begins: the frame says nothing then. */
const cookieName = 'vakt_download'
const lookMs = 100
/** Longer than a browser takes to hand what has begun over to its downloads. */
const keepFrameMs = 60_000

const hasBegun = (id: string) => document.cookie.split('; ').includes(`${cookieName}=${id}`)

/** Not shown, and named for the form that is sent to it. */
function openFrame(name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.name = name
  frame.hidden = true
  document.body.append(frame)
  return frame
}

function sendForm(action: string, target: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

/** What stands in the frame instead of a file; null while it is still empty. Without an answer the browser puts its own page there. */
function readRefusal({ contentDocument }: HTMLIFrameElement): ApiError | null {
  if (contentDocument?.URL === 'about:blank') return null
  try {
    const { status, ...answer } = JSON.parse(contentDocument?.body.textContent ?? '') as ErrorAnswer & { status: number }
    return new ApiError(status, answer)
  } catch {
    return new ApiError(0, { errors: [], requestId: '' })
  }
}

/** Sends a form to a hidden frame, so that the page stays and the browser saves what comes. Ends when that has begun. Throws `ApiError`. */
export async function sendDownload(operation: Operation, input: LooseInput, accessToken: string): Promise<void> {
  const id = crypto.randomUUID()
  const headers = headersWith(accessToken)
  const frame = openFrame(`download-${id}`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  frame.addEventListener('load', () => {
    const refusal = readRefusal(frame)
    if (refusal) reject(refusal)
  })
  const looking = setInterval(() => hasBegun(id) && resolve(), lookMs)
  const limit = setTimeout(() => reject(noAnswerWithin(limitSeconds, operation)), limitSeconds * 1000)
  sendForm(addressOf(`/download${operation.path}`, input), frame.name, {
    access_token: accessToken,
    session: headers['x-vakt-session'] ?? '',
    view_as: headers['x-vakt-view-as'] ?? '',
    download: id,
  })
  try {
    await promise
    noteDownload(id)
    setTimeout(() => frame.remove(), keepFrameMs)
  } catch (error) {
    frame.remove()
    throw error
  } finally {
    clearInterval(looking)
    clearTimeout(limit)
  }
}
