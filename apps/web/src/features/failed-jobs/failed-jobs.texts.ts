import { texts } from '#web/platform/texts.ts'

export const failedJobsTexts = texts(
  {
    title: 'Failed jobs',
    conclusion: (count: number, hasMore: boolean) =>
      count === 1 ? '1 job has failed at every attempt.' : `${count}${hasMore ? ' or more' : ''} jobs have failed at every attempt.`,
    nothing: 'No failed jobs',
    nothingText: 'Work in the background that fails at every attempt is listed here, with what went wrong.',
    listFailed: 'The failed jobs could not be loaded',
    work: 'Work',
    customer: 'Customer',
    error: 'What went wrong',
    attempts: 'Attempts',
    since: 'Failed',
    actions: 'Actions',
    retry: 'Retry',
    remove: 'Remove',
    retried: 'It is tried again now.',
    removed: 'The job was removed.',
    gone: 'Someone has dealt with this job already.',
    failed: 'That did not work. Try again.',
    workerLost: 'The process that worked at it stopped, each time.',
    queues: {
      'send-webhooks': 'Webhook delivery',
      schedules: 'Scheduled maintenance',
    } as Record<string, string>,
  },
  {
    title: 'Misslyckade jobb',
    conclusion: (count, hasMore) =>
      count === 1
        ? '1 jobb har misslyckats vid varje försök.'
        : `${count}${hasMore ? ' eller fler' : ''} jobb har misslyckats vid varje försök.`,
    nothing: 'Inga misslyckade jobb',
    nothingText: 'Bakgrundsarbete som misslyckas vid varje försök visas här, med vad som gick fel.',
    listFailed: 'De misslyckade jobben kunde inte hämtas',
    work: 'Arbete',
    customer: 'Kund',
    error: 'Vad som gick fel',
    attempts: 'Försök',
    since: 'Misslyckades',
    actions: 'Åtgärder',
    retry: 'Försök igen',
    remove: 'Ta bort',
    retried: 'Ett nytt försök görs nu.',
    removed: 'Jobbet togs bort.',
    gone: 'Någon har redan tagit hand om det här jobbet.',
    failed: 'Det gick inte. Försök igen.',
    workerLost: 'Processen som arbetade med det stoppades, varje gång.',
    queues: {
      'send-webhooks': 'Webhook-leverans',
      schedules: 'Schemalagt underhåll',
    },
  },
)
