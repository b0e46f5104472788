import type { SignInConfiguration } from '@vakt/contract/session.ts'
import * as contract from '@vakt/contract/session.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { openUserContext, readUserContext, saveUserContext } from './user-context.ts'

export const sessionRoutes = (signIn: SignInConfiguration): Served[] => [
  serve(contract.openUserContext, (context, { body }) => openUserContext(context, body.profile_photo)),
  serve(contract.readUserContext, (context) => readUserContext(context)),
  serve(contract.saveUserContext, (context, { body }) => saveUserContext(context, body.preferred_language)),
  serve(contract.getSignInConfiguration, async () => signIn),
]
