import { texts } from '#web/platform/texts.ts'

export const chooseCustomerTexts = texts(
  {
    customer: 'Customer',
    placeholder: 'Choose a customer',
    next: 'Continue',
    chooseOne: 'Choose a customer first.',
    failed: 'Could not load the customers. Please try again later.',
    titles: { rule: 'Create alert rule', process: 'Create process', reports: 'Reports', window: 'Create service window' },
    intros: {
      rule: 'An alert rule watches the resources of one customer. Which one is it for?',
      process: 'A process runs on the incidents of one customer. Which one is it for?',
      reports: 'Reports are about one customer. Whose do you want to see?',
      window: 'Which customer is the service window for? You can add more customers in the form.',
    },
  },
  {
    customer: 'Kund',
    placeholder: 'Välj kund',
    next: 'Fortsätt',
    chooseOne: 'Välj en kund först.',
    failed: 'Det gick inte att hämta kunderna. Försök igen senare.',
    titles: { rule: 'Skapa larmregel', process: 'Skapa process', reports: 'Rapporter', window: 'Skapa servicefönster' },
    intros: {
      rule: 'En larmregel bevakar resurser hos en kund. Vilken gäller den?',
      process: 'En process körs på incidenter hos en kund. Vilken gäller den?',
      reports: 'Rapporter gäller en kund. Vems vill du se?',
      window: 'Vilken kund gäller servicefönstret? Du kan lägga till fler kunder i formuläret.',
    },
  },
)
