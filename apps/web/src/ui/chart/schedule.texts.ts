import { texts } from '#web/platform/texts.ts'

export const scheduleTexts = texts(
  {
    now: 'Now',
    what: 'What',
    begins: 'From',
    ends: 'Until',
    open: 'no end',
    empty: 'No rows yet',
    add: (row: string) => `Add to ${row}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    from: (from: string) => `from ${from}`,
    bars: (bars: number, rows: number) => `${bars} ${bars === 1 ? 'entry' : 'entries'} in ${rows} ${rows === 1 ? 'row' : 'rows'}.`,
    keys: 'Arrow keys move between entries, Enter opens one.',
    editKeys:
      'Space picks an entry up: then arrow keys move it, Shift with arrow keys changes its end, Space puts it down, Escape cancels.',
    pickedUp: (placed: string) => `Picked up: ${placed}`,
  },
  {
    now: 'Nu',
    what: 'Vad',
    begins: 'Från',
    ends: 'Till',
    open: 'inget slut',
    empty: 'Inga rader än',
    add: (row: string) => `Lägg till för ${row}`,
    between: (from: string, to: string) => `${from} till ${to}`,
    from: (from: string) => `från ${from}`,
    bars: (bars: number, rows: number) => `${bars} ${bars === 1 ? 'post' : 'poster'} på ${rows} ${rows === 1 ? 'rad' : 'rader'}.`,
    keys: 'Piltangenterna går mellan posterna, Enter öppnar en.',
    editKeys: 'Blanksteg lyfter en post: då flyttar piltangenterna den, Skift och pil ändrar slutet, blanksteg släpper, Escape ångrar.',
    pickedUp: (placed: string) => `Lyft: ${placed}`,
  },
)
