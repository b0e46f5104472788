import { texts } from '#web/platform/texts.ts'

export const calendarTexts = texts(
  {
    open: 'Calendar',
    title: 'Service windows in your calendar',
    about:
      'A calendar program that subscribes to this address shows the service windows of this customer. Anyone who has the address can read them.',
    readOnly: 'You may read service windows but not change them: ask someone who may to create an address.',
    close: 'Close',
  },
  {
    open: 'Kalender',
    title: 'Servicefönster i din kalender',
    about: 'Ett kalenderprogram som prenumererar på adressen visar kundens servicefönster. Alla som har adressen kan läsa dem.',
    readOnly: 'Du får läsa servicefönster men inte ändra dem: be någon som får det att skapa en adress.',
    close: 'Stäng',
  },
)
