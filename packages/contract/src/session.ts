import { operation } from './operation.ts'
import { nullable, object, oneOf, type Static, Type } from './schema.ts'

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]

/** Who is signed in. `permissions` are role names; what they allow says the customer's `role_feature_mappings`. */
export const UserContext = object({
  customer_id: Type.String(),
  customer_name: Type.String(),
  name: Type.String(),
  email: Type.String(),
  permissions: Type.Array(Type.String()),
  preferred_language: nullable(oneOf(languages)),
  profile_photo: nullable(Type.String()),
})
export type UserContext = Static<typeof UserContext>

/** A small picture as a data URL: png, jpeg or gif. */
const profilePhoto = Type.String({ maxLength: 200_000, pattern: '^data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=]+$' })

export const openUserContext = operation({
  summary: 'Who is signed in; the first call after sign-in',
  method: 'POST',
  path: '/authentication/usercontext',
  access: 'signed-in',
  body: object({ profile_photo: Type.Optional(nullable(profilePhoto)) }),
  result: UserContext,
})

export const readUserContext = operation({
  summary: 'Who is signed in, or who is seen as with `x-vakt-view-as`',
  method: 'GET',
  path: '/authentication/usercontext',
  access: 'signed-in',
  result: UserContext,
})

export const saveUserContext = operation({
  summary: 'Save what the user chose for themselves',
  method: 'PUT',
  path: '/authentication/usercontext',
  access: 'signed-in',
  body: object({ preferred_language: oneOf(languages) }),
  result: UserContext,
})

/** What the browser needs to sign in with the configured OpenID provider. */
export const SignInConfiguration = object({
  authority: Type.String(),
  clientId: Type.String(),
  scope: Type.String(),
  /** The `prompt` that lets a user choose an account: `select_account`, where the provider knows it. */
  prompt: Type.String(),
  /** Whether the provider lives on another origin, where an iframe may not see its cookie. */
  isExternal: Type.Boolean(),
  /** True while the embedded provider with the demo accounts is on. */
  isDemo: Type.Boolean(),
  /** The provider's own site, for visitors who want to know more. */
  learnMoreUrl: Type.Optional(Type.String()),
})
export type SignInConfiguration = Static<typeof SignInConfiguration>

export const getSignInConfiguration = operation({
  summary: 'How to sign in',
  method: 'GET',
  path: '/authentication/configuration',
  access: 'public',
  result: SignInConfiguration,
})
