import { texts } from '#web/platform/texts.ts'

export const arrivalToastTexts = texts(
  {
    critical: (title: string) => `New critical incident: ${title}`,
    concernsYou: {
      incident_opened: (title: string) => `New incident: ${title}`,
      incident_escalated: (title: string) => `Incident escalated: ${title}`,
      assigned: (title: string) => `A ticket was assigned to you: ${title}`,
    },
    atCustomer: (sentence: string, customer: string) => `${sentence} (${customer})`,
    several: {
      opened: (count: number) => `${count} new incidents`,
      worse: (count: number) => `${count} incidents opened or escalated`,
      tickets: (count: number) => `${count} tickets were assigned to you`,
      mixed: (count: number) => `${count} new incidents and tickets`,
    },
    open: 'Open',
    showAll: 'Show all',
  },
  {
    critical: (title) => `Ny kritisk incident: ${title}`,
    concernsYou: {
      incident_opened: (title) => `Ny incident: ${title}`,
      incident_escalated: (title) => `Incidenten har förvärrats: ${title}`,
      assigned: (title) => `Du har fått ett ärende: ${title}`,
    },
    atCustomer: (sentence, customer) => `${sentence} (${customer})`,
    several: {
      opened: (count) => `${count} nya incidenter`,
      worse: (count) => `${count} incidenter har öppnats eller förvärrats`,
      tickets: (count) => `Du har fått ${count} ärenden`,
      mixed: (count) => `${count} nya incidenter och ärenden`,
    },
    open: 'Öppna',
    showAll: 'Visa alla',
  },
)
