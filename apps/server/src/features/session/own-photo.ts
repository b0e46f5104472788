import type { UserContext } from '@vakt/contract/users/session.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { changeOwnUser } from './user-context.ts'

export async function saveOwnPhoto(context: CallContext, photo: string): Promise<UserContext> {
  const ownPhoto = await shrinkPhoto('photo', photo, context.caller?.userId ?? '')
  return changeOwnUser(context, { ownPhoto })
}

/** Harmless where there is none. */
export function removeOwnPhoto(context: CallContext): Promise<UserContext> {
  return changeOwnUser(context, { ownPhoto: null })
}
