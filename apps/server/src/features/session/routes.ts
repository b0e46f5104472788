import * as chooseContract from '@vakt/contract/users/choose-customer.ts'
import type { SignInSettings } from '@vakt/contract/users/session.ts'
import * as contract from '@vakt/contract/users/session.ts'
import * as sessionContract from '@vakt/contract/users/user-sessions.ts'
import type { NeedsSetUp } from '#server/features/customers/find-provider.ts'
import { findGranters } from '#server/features/users/find-granters.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { chooseCustomer } from './choose-customer.ts'
import { removeOwnPhoto, saveOwnPhoto } from './own-photo.ts'
import { openUserContext, readUserContext, saveUserContext } from './user-context.ts'
import { endOtherSessions, endOwnSession, endUserSession, listUserSessions } from './user-sessions.ts'

export const sessionRoutes = (signIn: SignInSettings, needsSetUp: NeedsSetUp): Served[] => [
  serve(contract.openUserContext, (context, { body }) => openUserContext(context, body.profile_photo)),
  serve(contract.readUserContext, (context) => readUserContext(context)),
  serve(contract.saveUserContext, (context, { body }) => saveUserContext(context, body)),
  serve(chooseContract.chooseCustomer, (context, { body }) => chooseCustomer(context, body.customer_id)),
  serve(contract.findGranters, async (context) => ({ grantedBy: await findGranters(context.pool) })),
  serve(sessionContract.listUserSessions, (context, { query, after }) => listUserSessions(context, query, after)),
  serve(sessionContract.endUserSession, (context, { params }) => endUserSession(context, params.sessionId)),
  serve(sessionContract.endOtherSessions, (context) => endOtherSessions(context)),
  serve(sessionContract.endOwnSession, (context) => endOwnSession(context)),
  serve(contract.savePhoto, (context, { body }) => saveOwnPhoto(context, body.photo)),
  serve(contract.removePhoto, (context) => removeOwnPhoto(context)),
  serve(contract.getSignInConfiguration, async () => ({ ...signIn, needsSetUp: await needsSetUp() })),
]
