import { texts } from '#web/platform/texts.ts'

export const followTexts = texts(
  {
    follow: 'Follow',
    following: 'Following',
    failed: 'Could not save whether you follow this. Try again.',
    tooMany: 'You follow 500 things here, the most there is. Stop following one first, under Settings → What you follow.',
    followers: 'Followers',
    noFollowers: 'No one',
    willTell: {
      incident: 'You are notified when the incident escalates and when it is resolved.',
      ticket: 'You are notified of comments and status changes on the ticket.',
      entity: 'You are notified of incidents on this resource.',
      tag_group: 'You are notified of incidents on these resources.',
    },
  },
  {
    follow: 'Följ',
    following: 'Följer',
    failed: 'Det gick inte att spara om du följer det här. Försök igen.',
    tooMany: 'Du följer redan 500 saker här, och fler går inte. Sluta följa något först, under Inställningar → Det du följer.',
    followers: 'Följare',
    noFollowers: 'Ingen',
    willTell: {
      incident: 'Du får en avisering när incidenten förvärras och när den är löst.',
      ticket: 'Du får aviseringar om kommentarer och ändrad status på ärendet.',
      entity: 'Du får aviseringar om incidenter på resursen.',
      tag_group: 'Du får aviseringar om incidenter på de här resurserna.',
    },
  },
)
