import { texts } from '#web/platform/texts.ts'

export const viewAsBannerTexts = texts(
  {
    label: 'Viewing as another user',
    whose: (name: string, customer: string) => `You see Vakt as ${name}, ${customer}.`,
    readOnly: 'You can change nothing meanwhile.',
    stop: 'Stop viewing',
  },
  {
    label: 'Du ser portalen som en annan användare',
    whose: (name, customer) => `Du ser Vakt som ${name}, ${customer}.`,
    readOnly: 'Under tiden kan du inte ändra något.',
    stop: 'Sluta visa',
  },
)
