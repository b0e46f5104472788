/** The demo accounts that the stories are told by. */
export const people = {
  admin: 'admin@nordan.example',
  reader: 'reader@nordan.example',
  ticketsOnly: 'tickets@nordan.example',
  fjallboAdmin: 'admin@fjallbo.example',
  staff: 'staff@vakt.example',
} as const

export type Person = keyof typeof people
