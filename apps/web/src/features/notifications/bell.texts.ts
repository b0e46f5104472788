import { texts } from '#web/platform/texts.ts'

export const bellTexts = texts(
  {
    bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread >= 100 ? '100 or more' : unread} unread`),
  },
  {
    bell: (unread) =>
      unread === 0 ? 'Aviseringar' : `Aviseringar, ${unread >= 100 ? '100 eller fler' : unread} ${unread === 1 ? 'oläst' : 'olästa'}`,
  },
)
