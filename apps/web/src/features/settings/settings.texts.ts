import { texts } from '#web/platform/texts.ts'

export const settingsTexts = texts(
  {
    title: 'Settings',
    navigation: 'Settings',
    places: {
      profile: 'Profile',
      appearance: 'Language, time and theme',
      notifications: 'Notifications',
      contact: 'How you are reached',
      following: 'What you follow',
      shifts: 'My shifts',
      tokens: 'API tokens',
      users: 'Users',
      incidentContacts: 'Contacts for incidents',
      integrations: 'Integrations',
      serviceTokens: 'Service tokens',
      sessions: 'Sessions',
    },
  },
  {
    title: 'Inställningar',
    navigation: 'Inställningar',
    places: {
      profile: 'Profil',
      appearance: 'Språk, tid och tema',
      notifications: 'Aviseringar',
      contact: 'Så når vi dig',
      following: 'Det du följer',
      shifts: 'Mina pass',
      tokens: 'API-nycklar',
      users: 'Användare',
      incidentContacts: 'Kontakter för incidenter',
      integrations: 'Integrationer',
      serviceTokens: 'Tjänstenycklar',
      sessions: 'Sessioner',
    },
  },
)
