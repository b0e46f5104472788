import { texts } from '#web/platform/texts.ts'

export const inboxViewTexts = texts(
  { inbox: 'Inbox of all customers', unassigned: 'Unassigned', breaching: 'Breaching', mine: 'Mine', waiting: 'Waiting for customer' },
  { inbox: 'Inkorg för alla kunder', unassigned: 'Ej tilldelade', breaching: 'Försenade', mine: 'Mina', waiting: 'Väntar på kund' },
)
