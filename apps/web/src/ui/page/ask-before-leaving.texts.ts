import { texts } from '#web/platform/texts.ts'

export const leavingTexts = texts(
  {
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you have written here will be lost.',
    leave: 'Leave',
    stay: 'Stay here',
  },
  {
    leaveTitle: 'Lämna utan att spara?',
    leaveText: 'Det du har skrivit här går förlorat.',
    leave: 'Lämna',
    stay: 'Stanna kvar',
  },
)
