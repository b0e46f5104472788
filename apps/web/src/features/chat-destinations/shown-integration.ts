import { Hash } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownChat: ShownKind = {
  kind: 'chat',
  icon: Hash,
  words: texts(
    {
      title: 'Teams and Slack',
      about: 'Posts incidents and tickets to a channel of Microsoft Teams or Slack.',
      connect: 'Connect a channel',
      why: { chat_gone: 'The channel or its workflow is gone. Correct the address, then send a test.' },
      names: {},
    },
    {
      title: 'Teams och Slack',
      about: 'Skriver incidenter och ärenden i en kanal i Microsoft Teams eller Slack.',
      connect: 'Anslut en kanal',
      why: { chat_gone: 'Kanalen eller dess arbetsflöde finns inte längre. Rätta adressen och skicka sedan ett test.' },
      names: {},
    },
  ),
}
