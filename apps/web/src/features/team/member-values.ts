import type { AdministeredTeamMember, NewTeamMember } from '@vakt/contract/team.ts'
import type { WeekHours } from '#web/forms/field-definition.ts'

/** Someone of the team as the form holds them; an empty `userId` is no account. */
export type MemberValues = Omit<NewTeamMember, 'userId' | 'hours' | 'shownTo' | 'languages'> & {
  userId: string
  languages: string[]
  saysHours: boolean
  hours?: WeekHours
  who: 'all' | 'some'
  customers?: string[]
}

const officeWeek: WeekHours = Array.from({ length: 7 }, (_, day) => (day < 5 ? { opens: '08:00', closes: '17:00' } : null))

export const newMember = (timeZone: string): MemberValues => ({
  ...{ name: '', role: { en: '', sv: '' }, userId: '', showsOnCall: true, email: '', phone: '', languages: [] },
  ...{ timeZone, saysHours: true, hours: officeWeek, who: 'all', customers: [] },
})

export const valuesOf = ({ userId, hours, shownTo, languages, ...member }: AdministeredTeamMember): MemberValues => ({
  ...member,
  userId: userId ?? '',
  languages: [...languages],
  saysHours: hours !== null,
  hours: hours ?? officeWeek,
  who: shownTo ? 'some' : 'all',
  customers: [...(shownTo ?? [])],
})

/** As it is sent; what is hidden is absent. */
export const memberOf = ({ name, role, email, phone, languages, timeZone, showsOnCall, ...values }: MemberValues): NewTeamMember => ({
  ...{ name, role, email, phone, languages, timeZone, showsOnCall },
  userId: values.userId || null,
  hours: values.saysHours && values.hours ? values.hours.map((day) => day && { opens: day.opens, closes: day.closes }) : null,
  shownTo: values.who === 'all' ? null : (values.customers ?? []),
})
