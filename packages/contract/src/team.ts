import { weekHours } from '@vakt/contract/on-call/on-call.ts'

import { operation } from './operation.ts'
import { moment, nullable, object, oneLine, type Static, Type, timeZoneName } from './schema.ts'

export const teamLimits = { members: 200, languages: 10, customers: 1000 } as const

const role = (messages?: Record<string, string>) => oneLine({ maxLength: 100, ...(messages && { pattern: '\\S', messages }) })

const about = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'team.name_empty' } }),
  role: object({ en: role({ pattern: 'team.role_empty' }), sv: role() }),
  email: Type.String({ format: 'email', maxLength: 254, messages: { format: 'form.email_invalid' } }),
  phone: Type.String({
    pattern: '^(\\+[1-9][0-9]{5,14})?$',
    description: 'E.164; empty: none is shown',
    messages: { pattern: 'team.phone_wrong' },
  }),
  /** Codes of ISO 639, such as `sv`. */
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), { maxItems: teamLimits.languages, uniqueItems: true }),
  timeZone: timeZoneName(),
  /** Working hours from Monday on, in that zone; null: not said. */
  hours: weekHours(),
}

/** Someone of the provider, as customers see them. An empty `role.sv` is that in English. */
export const TeamMember = object({
  teamMemberId: Type.String(),
  ...about,
  /** A data URL. */
  photo: nullable(Type.String()),
  /** In any schedule; false where the provider does not show it. */
  isOnCall: Type.Boolean(),
})
export type TeamMember = Static<typeof TeamMember>

export const NewTeamMember = object({
  ...about,
  userId: nullable(Type.String({ format: 'uuid', description: 'Their account, for the photo and for who is on call' })),
  showsOnCall: Type.Boolean({ description: 'Whether customers see when they are on call' }),
  shownTo: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: teamLimits.customers,
      uniqueItems: true,
      description: 'Ids of customers; null: every customer',
    }),
  ),
})
export type NewTeamMember = Static<typeof NewTeamMember>

export const AdministeredTeamMember = object({
  teamMemberId: Type.String(),
  ...NewTeamMember.properties,
  photo: nullable(Type.String()),
  version: Type.Integer(),
})
export type AdministeredTeamMember = Static<typeof AdministeredTeamMember>

export const getTeam = operation({
  summary: 'The provider’s people for this customer, in the provider’s order, with who is on call now',
  method: 'GET',
  path: '/customer/:customerId/team',
  access: 'signed-in',
  openToLimited: true,
  result: object({ members: Type.Array(TeamMember) }),
})

/** Of a schedule, or of someone of the team whom the provider shows to the customer. */
export const OnCallNow = object({
  /** The schedule; null for customers, who see people only. */
  schedule: nullable(Type.String()),
  /** Whether incidents of this customer page it. False for customers. */
  isPaged: Type.Boolean(),
  /** Null: no one is on call. */
  now: nullable(
    object({ name: Type.String(), /** Null: no hand-over within the days that are looked ahead. */ until: nullable(moment()) }),
  ),
  next: nullable(object({ name: Type.String(), from: moment() })),
  /** Until when the schedule is outside its hours, in which no one is meant to be on call; null: it is not. */
  restsUntil: nullable(moment()),
})
export type OnCallNow = Static<typeof OnCallNow>

export const getOnCallNow = operation({
  summary: 'Who is on call now: for staff by schedule, with who is next; for customers those whom the provider shows',
  method: 'GET',
  path: '/customer/:customerId/on-call',
  access: 'signed-in',
  openToLimited: true,
  result: object({ onCall: Type.Array(OnCallNow) }),
})

export const listTeamMembers = operation({
  summary: 'Everyone of the team, whomever they are shown to, in their order',
  method: 'GET',
  path: '/admin/team',
  access: 'global-admin',
  result: Type.Array(AdministeredTeamMember),
})

export const createTeamMember = operation({
  summary: 'Add someone to the team, after the others',
  method: 'POST',
  path: '/admin/team',
  access: 'global-admin',
  announces: { content: ['team'], to: 'staff' },
  recordsItself: ['team.create'],
  body: NewTeamMember,
  result: object({ teamMemberId: Type.String() }),
})

const one = '/admin/team/:teamMemberId' as const

export const saveTeamMember = operation({
  summary: 'Change someone of the team',
  method: 'PUT',
  path: one,
  access: 'global-admin',
  announces: { content: ['team'], to: 'staff' },
  recordsItself: ['team.change'],
  body: object({ ...NewTeamMember.properties, version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
})

export const removeTeamMember = operation({
  summary: 'Take someone from the team; no customer sees them any more',
  method: 'DELETE',
  path: one,
  access: 'global-admin',
  announces: { content: ['team'], to: 'staff' },
  recordsItself: ['team.remove'],
})

export const restoreTeamMember = operation({
  summary: 'Take back that someone was taken from the team',
  method: 'POST',
  path: `${one}/restore`,
  access: 'global-admin',
  announces: { content: ['team'], to: 'staff' },
  recordsItself: ['team.restore'],
})

export const orderTeam = operation({
  summary: 'Put the team in order; who is not named comes after those who are',
  method: 'PUT',
  path: '/admin/team-order',
  access: 'global-admin',
  announces: { content: ['team'], to: 'staff' },
  recordsItself: ['team.order'],
  body: object({ teamMemberIds: Type.Array(Type.String({ format: 'uuid' }), { maxItems: teamLimits.members, uniqueItems: true }) }),
})
