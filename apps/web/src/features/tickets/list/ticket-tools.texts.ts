import { texts } from '#web/platform/texts.ts'

export const ticketToolTexts = texts(
  {
    copyLink: 'Copy link',
    linkCopied: 'Link copied.',
    linkNotCopied: 'The link was not copied. Copy the address of the page instead.',
    position: (at: string, of: string) => `${at} of ${of}`,
    previous: 'Previous ticket (K)',
    next: 'Next ticket (J)',
  },
  {
    copyLink: 'Kopiera länk',
    linkCopied: 'Länken är kopierad.',
    linkNotCopied: 'Länken kopierades inte. Kopiera sidans adress i stället.',
    position: (at: string, of: string) => `${at} av ${of}`,
    previous: 'Föregående ärende (K)',
    next: 'Nästa ärende (J)',
  },
)
