import type { Language } from '@vakt/contract/users/session.ts'

const english = {
  oldSubject: 'No backup of Vakt',
  old: (when: string) =>
    `The last complete backup of Vakt was made on ${when}. If the database is lost now, everything since then is lost.`,
  never: 'No backup of Vakt has been made. If the database is lost now, everything is lost.',
  copySubject: 'The backup of Vakt is not copied elsewhere',
  copy: (when: string) =>
    `The backup of ${when} is complete, but could not be copied to its other place. If this machine is lost, so is the backup.`,
  reason: 'Reason',
  next: 'Run the backup on the server and see what it answers. You get one email until it works again.',
  open: 'Open the set-up checklist',
}

const swedish: typeof english = {
  oldSubject: 'Ingen säkerhetskopia av Vakt',
  old: (when) => `Den senaste hela säkerhetskopian av Vakt gjordes ${when}. Om databasen förloras nu går allt sedan dess förlorat.`,
  never: 'Ingen säkerhetskopia av Vakt har gjorts. Om databasen förloras nu går allt förlorat.',
  copySubject: 'Säkerhetskopian av Vakt kopieras inte vidare',
  copy: (when) =>
    `Säkerhetskopian från ${when} är hel, men gick inte att kopiera till sin andra plats. Om servern förloras försvinner också kopian.`,
  reason: 'Orsak',
  next: 'Kör säkerhetskopieringen på servern och se vad den svarar. Du får ett enda mejl tills det fungerar igen.',
  open: 'Öppna Kom igång',
}

export const backupMailTexts: Record<Language, typeof english> = { en: english, sv: swedish }
