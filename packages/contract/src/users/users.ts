import { ManyOutcome } from '@vakt/contract/many.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, pageLimit, type Static, Type } from '@vakt/contract/schema.ts'

/** The customers that staff of the provider are limited to; null: all of them. It says nothing of administrators, who see every customer. */
const staffCustomers = () => nullable(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 500, uniqueItems: true }))

/**
 * The resources of a customer that one of its people is limited to: those with one of the tags (`key=value`, as for the list of entities) or in one of
 * the resource groups. Null: all of them.
 */
export const ResourceLimit = object({
  tags: Type.Array(Type.String({ minLength: 2, maxLength: 800, pattern: '^[^=]+=' }), { maxItems: 50, uniqueItems: true }),
  resourceGroups: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true }),
})
export type ResourceLimit = Static<typeof ResourceLimit>

export const User = object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** Given in Vakt. */
  roles: Type.Array(Type.String()),
  /** Those that the identity provider named when the user was last here. */
  identityRoles: Type.Array(Type.String()),
  staffCustomers: staffCustomers(),
  /** Says nothing of staff. */
  resourceLimit: nullable(ResourceLimit),
  isDisabled: Type.Boolean(),
  /** What named them is replaced, or is being; they cannot be enabled again. */
  isForgotten: Type.Boolean(),
  createdAt: moment(),
  lastSeenAt: moment(),
})
export type User = Static<typeof User>

const search = { q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or of the e-mail address' })) }

export const listUsers = operation({
  summary: 'The users of a customer by name. For its administrators and staff, as all calls about users',
  method: 'GET',
  path: '/admin/customer/:customerId/user',
  access: 'administrators',
  query: object({ ...pageLimit, ...search }),
  listOf: User,
})

export const getUser = operation({
  summary: 'A user of a customer',
  method: 'GET',
  path: '/admin/customer/:customerId/user/:userId',
  access: 'administrators',
  result: User,
})

const roles = () => Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, uniqueItems: true })

const UserChange = object({
  roles: Type.Optional(roles()),
  staffCustomers: Type.Optional(staffCustomers()),
  resourceLimit: Type.Optional(nullable(ResourceLimit)),
  isDisabled: Type.Optional(Type.Boolean()),
})
export type UserChange = Static<typeof UserChange>

export const changeUser = operation({
  summary:
    'Change the roles of a user, the customers that staff see, the resources that they are limited to, or disable them; what is left out stays',
  method: 'PUT',
  path: '/admin/customer/:customerId/user/:userId',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  recordsItself: ['user.change'],
  body: UserChange,
  result: User,
})

export const ManyUsers = object({
  userIds: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 }),
  isDisabled: Type.Boolean(),
})
export type ManyUsers = Static<typeof ManyUsers>

export const changeManyUsers = operation({
  summary: 'Disable or enable many users, each by the rules of a single change; the last administrator is refused',
  method: 'PUT',
  path: '/admin/customer/:customerId/user/bulk',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  recordsItself: ['user.change'],
  takesIdempotencyKey: true,
  body: ManyUsers,
  result: ManyOutcome,
})

/** Anyone who signs in first with this address, verified by the identity provider, becomes a user of the customer. */
export const Invitation = object({
  invitationId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(Type.String()),
  staffCustomers: staffCustomers(),
  resourceLimit: nullable(ResourceLimit),
  createdAt: moment(),
  expiresAt: moment(),
  acceptedAt: nullable(moment()),
  revokedAt: nullable(moment()),
})
export type Invitation = Static<typeof Invitation>

export const listInvitations = operation({
  summary: 'The invitations of a customer, the newest first',
  method: 'GET',
  path: '/admin/customer/:customerId/invitation',
  access: 'administrators',
  query: object(pageLimit),
  listOf: Invitation,
})

export const NewInvitation = object({
  email: Type.String({ format: 'email', maxLength: 254, messages: { format: 'users.invite.email_wrong' } }),
  name: oneLine({ minLength: 1, maxLength: 200, messages: { minLength: 'users.invite.name_empty' } }),
  roles: roles(),
  staffCustomers: Type.Optional(staffCustomers()),
  resourceLimit: Type.Optional(nullable(ResourceLimit)),
})
export type NewInvitation = Static<typeof NewInvitation>

export const inviteUser = operation({
  summary: 'Invite a user to a customer, by email where a mail server is configured; the invitation is valid for 14 days',
  method: 'POST',
  path: '/admin/customer/:customerId/invitation',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  recordsItself: ['user.invite'],
  body: NewInvitation,
  result: object({
    ...Invitation.properties,
    /** Sent to the address; false where no mail server is configured, or the address has had too many. */
    isEmailed: Type.Boolean(),
  }),
})

export const revokeInvitation = operation({
  summary: 'Revoke an unused invitation',
  method: 'DELETE',
  path: '/admin/customer/:customerId/invitation/:invitationId',
  access: 'administrators',
  announces: { content: ['users'], to: 'customer' },
  records: { action: 'user.revoke-invitation', target: '{invitationId}', details: { email: 'email' } },
})
