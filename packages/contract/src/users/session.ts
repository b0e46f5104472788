import { RoleFeatureMapping } from '@vakt/contract/customers/customers.ts'
import { Granter } from '@vakt/contract/errors.ts'
import { operation } from '@vakt/contract/operation.ts'
import { nullable, object, oneOf, type Static, Type, timeZoneName } from '@vakt/contract/schema.ts'
import { ResourceLimit } from './users.ts'

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]

/** Swedish or English, also for what is written longer (`sv-SE`); any other language becomes English. */
export const languageOf = (wanted: string | null | undefined): Language =>
  languages.find((language) => language === wanted?.slice(0, 2).toLowerCase()) ?? 'en'

/** Where `/` can lead: the inbox is that of all customers, for staff. */
export const startPages = ['dashboard', 'inbox', 'tickets'] as const
export type StartPage = (typeof startPages)[number]

/** What a role is called; empty in a language in which it has no name of its own. */
const RoleName = object({ en: Type.String(), sv: Type.String() })

/** A role that the provider has made for its staff, as those who hold it know it. */
export const OwnStaffRole = object({ ...RoleFeatureMapping.properties, name: RoleName })
export type OwnStaffRole = Static<typeof OwnStaffRole>

const OwnCustomer = object({ customer_id: Type.String(), customer_name: Type.String() })

/** Who is signed in. `permissions` are role names; what they allow says the customer's `role_feature_mappings`. */
export const UserContext = object({
  customer_id: Type.String(),
  customer_name: Type.String(),
  name: Type.String(),
  email: Type.String(),
  permissions: Type.Array(Type.String()),
  /** Those of them that the provider has made for its staff. */
  own_roles: Type.Array(OwnStaffRole),
  preferred_language: nullable(oneOf(languages)),
  /** The time zone that the user chose for mails and the screen; null: mails use the customer's, the screen the browser's. */
  time_zone: nullable(Type.String()),
  customer_time_zone: Type.String(),
  /** Null: the dashboard for those who may see it, else the tickets. */
  start_page: nullable(oneOf(startPages)),
  /** Whether new incidents are shown on whatever screen is open. */
  arrival_toasts: Type.Boolean(),
  /** Small and square, as a data URL. */
  profile_photo: nullable(Type.String()),
  /** Whether the photo is one that the user uploaded, rather than that of their company's directory. */
  has_own_photo: Type.Boolean(),
  /** The customers of someone who belongs to several, `customer_id` among them; absent for who belongs to one. */
  customers: Type.Optional(Type.Array(OwnCustomer)),
  /** False for staff who are limited to customers other than the provider, whose own lists and pages they do not see; otherwise absent. */
  sees_own_customer: Type.Optional(Type.Boolean()),
  /** The resources of the customer that they are limited to; absent for who sees all of it. */
  resource_limit: Type.Optional(ResourceLimit),
})
export type UserContext = Static<typeof UserContext>

/** What the company's directory has, as a data URL: png, jpeg or gif. It is kept small and square. */
const profilePhoto = Type.String({ maxLength: 900_000, pattern: '^data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=]+$' })

export const openUserContext = operation({
  summary: 'Who is signed in; the first call after sign-in',
  method: 'POST',
  path: '/authentication/usercontext',
  access: 'signed-in',
  announcesNothing: 'It is the first call of a page, which reads its answer.',
  recordsNothing: 'What a user reads of their own.',
  noIdempotencyKey: 'It is part of signing in, and changes nothing the second time.',
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
  summary: 'Save the language that the user chose; the rest of the user context may be sent along and is not changed by it',
  method: 'PUT',
  path: '/authentication/usercontext',
  access: 'signed-in',
  announcesNothing: 'A person’s own page shows its answer, every other page what it is when it is opened.',
  recordsNothing: 'How a user likes Vakt concerns no one else.',
  body: object({
    customer_id: Type.Optional(Type.String()),
    customer_name: Type.Optional(Type.String()),
    customer_time_zone: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    permissions: Type.Optional(Type.Array(Type.String())),
    own_roles: Type.Optional(Type.Array(OwnStaffRole)),
    profile_photo: Type.Optional(nullable(Type.String())),
    has_own_photo: Type.Optional(Type.Boolean()),
    preferred_language: Type.Optional(
      nullable(Type.String({ maxLength: 35, description: '`sv` or `en`; any other language becomes `en`. Null: as it was' })),
    ),
    time_zone: Type.Optional(nullable(timeZoneName())),
    start_page: Type.Optional(nullable(oneOf(startPages))),
    arrival_toasts: Type.Optional(Type.Boolean()),
    customers: Type.Optional(Type.Array(OwnCustomer)),
    sees_own_customer: Type.Optional(Type.Boolean()),
    resource_limit: Type.Optional(ResourceLimit),
  }),
  result: UserContext,
})

export const findGranters = operation({
  summary: 'Whom to ask for a right that is missing: at most three',
  method: 'GET',
  path: '/authentication/granter',
  access: 'signed-in',
  result: object({ grantedBy: Type.Array(Granter, { maxItems: 3 }) }),
})

/** Where the browser reports which screen was opened. Neither the user nor the address is named. */
export const PageViewReports = object({
  kind: oneOf(['otlp', 'application-insights']),
  url: Type.String(),
  /** The instrumentation key of Application Insights. */
  key: Type.Optional(Type.String()),
})
export type PageViewReports = Static<typeof PageViewReports>

export const largestPhotoInBytes = 4 * 1024 * 1024
const longestPhoto = Math.ceil(largestPhotoInBytes / 3) * 4 + 30

export const savePhoto = operation({
  summary: 'Upload a photo of oneself: png, jpeg, gif or webp as a data URL, at most 4 MB; it is kept small and square',
  method: 'PUT',
  path: '/authentication/photo',
  access: 'signed-in',
  announcesNothing: 'A person’s own page shows its answer, every other page what it is when it is opened.',
  records: { action: 'user.change-photo', target: '{userId}' },
  body: object({
    photo: Type.String({
      maxLength: longestPhoto,
      pattern: '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$',
      messages: { maxLength: 'profile_photo.too_large', pattern: 'profile_photo.no_image' },
    }),
  }),
  bodyLimitInBytes: longestPhoto + 1024,
  result: UserContext,
})

export const removePhoto = operation({
  summary: 'Remove the uploaded photo; that of the directory, where there is one, is shown again',
  method: 'DELETE',
  path: '/authentication/photo',
  access: 'signed-in',
  announcesNothing: 'A person’s own page shows its answer, every other page what it is when it is opened.',
  records: { action: 'user.remove-photo', target: '{userId}' },
  result: UserContext,
})

/** What the browser needs to sign in with the configured OpenID provider. */
export const SignInConfiguration = object({
  authority: Type.String(),
  clientId: Type.String(),
  scope: Type.String(),
  /** The `resource` (RFC 8707) that the access token is for, at providers that are asked for it. */
  resource: Type.Optional(Type.String()),
  /** The `prompt` that lets a user choose an account: `select_account`, where the provider knows it. */
  prompt: Type.String(),
  /** Whether the provider lives on another origin, where an iframe may not see its cookie. */
  isExternal: Type.Boolean(),
  /** True while the embedded provider with the demo accounts is on. */
  isDemo: Type.Boolean(),
  /** True while there is no provider: no one can sign in before the set-up address in the server's log was used. */
  needsSetUp: Type.Boolean(),
  /** The provider's own site, for visitors who want to know more. */
  learnMoreUrl: Type.Optional(Type.String()),
  pageViews: Type.Optional(PageViewReports),
  /** Where the company's directory keeps the photo of who is signed in, and the scope that its access token needs. */
  directoryPhoto: Type.Optional(object({ url: Type.String(), scope: Type.String() })),
})
export type SignInConfiguration = Static<typeof SignInConfiguration>
/** What of it is settled when the server starts. */
export type SignInSettings = Omit<SignInConfiguration, 'needsSetUp'>

export const getSignInConfiguration = operation({
  summary: 'How to sign in',
  method: 'GET',
  path: '/authentication/configuration',
  access: 'public',
  result: SignInConfiguration,
})
