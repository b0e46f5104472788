import { texts } from '#web/platform/texts.ts'

export const settingsTexts = texts(
  {
    title: 'Settings',
    navigation: 'Settings',
    places: {
      profile: 'Profile',
      appearance: 'Language, time and theme',
      notifications: 'Notifications',
      following: 'What you follow',
      tokens: 'API tokens',
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
      following: 'Det du följer',
      tokens: 'API-nycklar',
      serviceTokens: 'Tjänstenycklar',
      sessions: 'Sessioner',
    },
  },
)
