import { demoAccounts } from './demo-accounts.ts'

export type DemoPerson = { id: string; name: string; email: string; isStaff: boolean }

const accountNamed = (email: string, isStaff: boolean): DemoPerson => {
  const account = demoAccounts.find((candidate) => candidate.email === email)
  if (!account) throw new Error(`There is no demo account ${email}.`)
  return { id: account.subject, name: account.name, email, isStaff }
}

const staffMember = (id: string, name: string, email: string): DemoPerson => ({ id: `demo-${id}`, name, email, isStaff: true })
const colleague = (id: string, name: string, email: string): DemoPerson => ({ id: `demo-${id}`, name, email, isStaff: false })

/** Everybody who speaks in the demo content. */
export const demoPeople = {
  elin: accountNamed('admin@nordan.example', false),
  johan: accountNamed('reader@nordan.example', false),
  amira: accountNamed('tickets@nordan.example', false),
  gustav: colleague('nordan-gustav', 'Gustav Lejon', 'gustav.lejon@nordan.example'),
  maria: colleague('nordan-maria', 'Maria Öberg', 'maria.oberg@nordan.example'),
  per: accountNamed('admin@fjallbo.example', false),
  ingrid: colleague('fjallbo-ingrid', 'Ingrid Svahn', 'ingrid.svahn@fjallbo.example'),
  karin: accountNamed('staff@vakt.example', true),
  oskar: staffMember('vakt-oskar', 'Oskar Bergström', 'oskar.bergstrom@vakt.example'),
  linnea: staffMember('vakt-linnea', 'Linnea Åkesson', 'linnea.akesson@vakt.example'),
  daniel: staffMember('vakt-daniel', 'Daniel Rosén', 'daniel.rosen@vakt.example'),
  sofia: staffMember('vakt-sofia', 'Sofia Nyberg', 'sofia.nyberg@vakt.example'),
} as const

export type DemoPersonKey = keyof typeof demoPeople
