import type { OnCallNoticeKind } from '@vakt/contract/notifications/notifications.ts'
import type { Language } from '@vakt/contract/users/session.ts'

type Sentences = Record<OnCallNoticeKind, (asker: string, asked: string) => string>

const english = {
  schedule: 'Schedule',
  from: 'From',
  to: 'To',
  noEnd: 'Until someone is added',
  note: 'Note',
  moreGaps: (count: number) =>
    count === 1 ? 'There is 1 more gap in the next 14 days.' : `There are ${count} more gaps in the next 14 days.`,
  openSchedules: 'Open the schedules',
  openShifts: 'Open my shifts',
  subject: {
    swap_asked: (asker) => `${asker} asks you to take a shift`,
    swap_accepted: (asker, asked) => `${asked} takes the shift of ${asker}`,
    swap_refused: (asker, asked) => `${asked} cannot take the shift of ${asker}`,
    swap_withdrawn: (asker) => `${asker} keeps the shift`,
    gap: (schedule) => `No one is on call: ${schedule}`,
  } as Sentences,
  headline: {
    swap_asked: 'Can you take this shift?',
    swap_accepted: 'The shift was swapped',
    swap_refused: 'The shift was not taken',
    swap_withdrawn: 'The offer was withdrawn',
    gap: 'A gap on the on-call schedule',
  } as Record<OnCallNoticeKind, string>,
  text: {
    swap_asked: (asker) => `${asker} offers you this shift. Accept or refuse it under My shifts.`,
    swap_accepted: (asker, asked) => `${asked} is on call during this time instead of ${asker}.`,
    swap_refused: (asker) => `${asker} is still on call during this time.`,
    swap_withdrawn: (asker) => `${asker} is still on call during this time. You do not have to do anything.`,
    gap: () => 'No one is on call during this time, so this schedule pages no one. Add people to a layer, or add an override.',
  } as Sentences,
}

const swedish: typeof english = {
  schedule: 'Schema',
  from: 'Från',
  to: 'Till',
  noEnd: 'Tills någon läggs till',
  note: 'Meddelande',
  moreGaps: (count) =>
    count === 1 ? 'Det finns 1 lucka till de närmaste 14 dagarna.' : `Det finns ${count} luckor till de närmaste 14 dagarna.`,
  openSchedules: 'Öppna scheman',
  openShifts: 'Öppna mina pass',
  subject: {
    swap_asked: (asker) => `${asker} undrar om du kan ta ett jourpass`,
    swap_accepted: (asker, asked) => `${asked} tar jourpasset efter ${asker}`,
    swap_refused: (asker, asked) => `${asked} kan inte ta jourpasset efter ${asker}`,
    swap_withdrawn: (asker) => `${asker} behåller jourpasset`,
    gap: (schedule) => `Ingen har jour: ${schedule}`,
  },
  headline: {
    swap_asked: 'Kan du ta det här jourpasset?',
    swap_accepted: 'Jourpasset är bytt',
    swap_refused: 'Ingen tog jourpasset',
    swap_withdrawn: 'Förfrågan är återtagen',
    gap: 'En lucka i jourschemat',
  },
  text: {
    swap_asked: (asker) => `${asker} erbjuder dig det här jourpasset. Tacka ja eller nej under Mina pass.`,
    swap_accepted: (asker, asked) => `${asked} har jour under den här tiden i stället för ${asker}.`,
    swap_refused: (asker) => `${asker} har fortfarande jour under den här tiden.`,
    swap_withdrawn: (asker) => `${asker} har fortfarande jour under den här tiden. Du behöver inte göra något.`,
    gap: () => 'Ingen har jour under den här tiden, så schemat larmar ingen. Lägg till personer i en nivå, eller lägg in ett byte.',
  },
}

export const onCallMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
