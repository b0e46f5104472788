import { texts } from '#web/platform/texts.ts'

export const adminTexts = texts(
  {
    title: 'Admin',
    navigation: 'Admin pages',
    start: 'Start',
    groups: { customers: 'Customers', staff: 'Your staff', monitoring: 'Monitoring', installation: 'Installation' },
    toChecklist: 'Back to the checklist',
    intro: 'What needs attention, and what was done last.',
  },
  {
    title: 'Admin',
    navigation: 'Adminsidor',
    start: 'Start',
    groups: { customers: 'Kunder', staff: 'Er personal', monitoring: 'Övervakning', installation: 'Installation' },
    toChecklist: 'Tillbaka till checklistan',
    intro: 'Det som behöver åtgärdas, och det som gjordes senast.',
  },
)
