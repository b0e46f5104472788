import { texts } from '#web/platform/texts.ts'

export const viewAsBannerTexts = texts(
  {
    label: 'Viewing as another user',
    whose: (name: string, customer: string) => `You see the portal as ${name}, ${customer}.`,
    readOnly: 'You cannot change anything while you view.',
    stop: 'Stop viewing',
  },
  {
    label: 'Du ser portalen som en annan användare',
    whose: (name, customer) => `Du ser portalen som ${name}, ${customer}.`,
    readOnly: 'Du kan inte ändra något medan du tittar.',
    stop: 'Sluta visa',
  },
)
