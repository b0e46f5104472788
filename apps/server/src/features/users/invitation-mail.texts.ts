import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  subject: (customer: string) => `You are invited to the cloud operations portal of ${customer}`,
  headline: (name: string) => `Welcome, ${name}`,
  text: (by: string, customer: string) =>
    `${by} has invited you to the portal where ${customer} follows incidents, tickets and service windows in its cloud. Sign in with the account below to get started.`,
  account: 'Account',
  validUntil: 'Valid until',
  signIn: 'Sign in',
  otherwise: 'If you did not expect this invitation, you can ignore this email. Nothing happens until you sign in.',
}

const swedish: typeof english = {
  subject: (customer) => `Du är inbjuden till driftportalen för ${customer}`,
  headline: (name) => `Välkommen, ${name}`,
  text: (by, customer) =>
    `${by} har bjudit in dig till portalen där ${customer} följer incidenter, ärenden och servicefönster i sitt moln. Logga in med kontot nedan för att komma igång.`,
  account: 'Konto',
  validUntil: 'Gäller till',
  signIn: 'Logga in',
  otherwise: 'Om du inte väntade dig inbjudan kan du bortse från mejlet. Inget händer förrän du loggar in.',
}

export const invitationMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
