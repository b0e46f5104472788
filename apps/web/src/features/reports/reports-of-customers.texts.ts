import { texts } from '#web/platform/texts.ts'

export const reportsOfCustomersTexts = texts(
  {
    title: 'Reports of several customers',
    intro: 'One report for each customer, in one file. A group is the customers that are in it now.',
    customers: 'Customers and groups',
    period: 'Month',
    soFar: (month: string) => `${month} (so far)`,
    monthly: 'Also send the reports by email each month',
    day: 'Day of the month',
    dayHelp: '1 to 28. At 08:00 by the clock of each customer. Who gets the report of a customer already still does.',
    people: 'People',
    peopleHelp: 'People of the provider.',
    make: 'Make reports',
    made: 'The reports are made.',
    madeAndSent: (customers: number) =>
      customers === 1
        ? 'The reports are made. Those of 1 customer are sent each month.'
        : `The reports are made. Those of ${customers} customers are sent each month.`,
    notMade: 'The reports were not made',
    messages: {
      'report.customers_none': 'Choose customers, or groups with customers in them.',
      'report.customers_many': 'Choose at most 50 customers at once.',
      'report_mail.people_not_of_provider': 'Choose people of the provider who can sign in.',
    },
  },
  {
    title: 'Rapporter för flera kunder',
    intro: 'En rapport för varje kund, i en och samma fil. En grupp är de kunder som finns i den nu.',
    customers: 'Kunder och grupper',
    period: 'Månad',
    soFar: (month) => `${month} (hittills)`,
    monthly: 'Skicka även rapporterna via mejl varje månad',
    day: 'Dag i månaden',
    dayHelp: '1 till 28. Klockan 08:00 i varje kunds tid. Den som redan får rapporten för en kund får den även i fortsättningen.',
    people: 'Personer',
    peopleHelp: 'Personer hos leverantören.',
    make: 'Skapa rapporter',
    made: 'Rapporterna är skapade.',
    madeAndSent: (customers) =>
      customers === 1
        ? 'Rapporterna är skapade. Rapporten för 1 kund skickas varje månad.'
        : `Rapporterna är skapade. Rapporterna för ${customers} kunder skickas varje månad.`,
    notMade: 'Rapporterna skapades inte',
    messages: {
      'report.customers_none': 'Välj kunder, eller grupper som har kunder.',
      'report.customers_many': 'Välj högst 50 kunder åt gången.',
      'report_mail.people_not_of_provider': 'Välj personer hos leverantören som kan logga in.',
    },
  },
)
