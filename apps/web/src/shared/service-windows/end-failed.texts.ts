import { texts } from '#web/platform/texts.ts'

/** Of a service window that has ended, and could not raise what it held. */
export const endFailedTexts = texts(
  {
    failed: (since: string) => `It ended at ${since}, but raising what it held has failed at every attempt.`,
    late: (since: string) => `It ended at ${since}, but what it held is not raised yet.`,
    held: (n: number) => (n === 0 ? '' : `${n} ${n === 1 ? 'alert is' : 'alerts are'} held longer than planned.`),
    ofAlert: (time: string) => `Held longer than planned: it should have been raised at ${time}, and every attempt has failed. Window:`,
    isTried: 'It is being tried again.',
    isReported: 'Your provider has been alerted.',
    seeReason: 'See the reason and try the job again:',
    failedJobs: 'Failed jobs',
  },
  {
    failed: (since: string) => `Det slutade ${since}, men alla försök att öppna det som pausades har misslyckats.`,
    late: (since: string) => `Det slutade ${since}, men det som pausades är inte öppnat än.`,
    held: (n: number) => (n === 0 ? '' : `${n} ${n === 1 ? 'larm är pausat' : 'larm är pausade'} längre än planerat.`),
    ofAlert: (time: string) => `Pausat längre än planerat: skulle ha öppnats ${time}, men alla försök har misslyckats. Fönster:`,
    isTried: 'Ett nytt försök görs.',
    isReported: 'Er leverantör har larmats.',
    seeReason: 'Se orsaken och kör om jobbet:',
    failedJobs: 'Misslyckade jobb',
  },
)
