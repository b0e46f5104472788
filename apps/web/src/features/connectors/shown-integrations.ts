import { CloudCog } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'
import { connectorTexts } from './connectors.texts.ts'

const { en, sv } = connectorTexts

export const shownConnectors: readonly ShownKind[] = [
  {
    kind: 'azure',
    icon: CloudCog,
    words: texts(
      {
        title: 'Azure',
        about: 'Reads the resources of Azure subscriptions, and their metrics, with a service principal that only reads.',
        connect: 'Connect Azure',
        why: { ...en.problems, late: 'Two scheduled runs have been missed.', metrics: 'The metrics of its resources cannot be read.' },
        names: {},
      },
      {
        title: 'Azure',
        about: 'Hämtar resurser och deras mätvärden från Azure-prenumerationer, med ett tjänstkonto som bara läser.',
        connect: 'Anslut Azure',
        why: { ...sv.problems, late: 'Två schemalagda körningar har uteblivit.', metrics: 'Resursernas mätvärden kan inte läsas.' },
        names: {},
      },
    ),
  },
  {
    kind: 'entity-upload',
    icon: CloudCog,
    words: texts(
      {
        title: en.kinds.upload,
        about: 'Takes resources from CSV and JSON files that someone uploads in My environment.',
        connect: '',
        why: en.problems,
        names: {},
      },
      {
        title: sv.kinds.upload,
        about: 'Läser in resurser från CSV- och JSON-filer som någon laddar upp i Min miljö.',
        connect: '',
        why: sv.problems,
        names: {},
      },
    ),
  },
  {
    kind: 'entity-api',
    icon: CloudCog,
    words: texts(
      {
        title: en.kinds.api,
        about: 'Takes resources that scripts and other systems send through the API.',
        connect: '',
        why: en.problems,
        names: {},
      },
      {
        title: sv.kinds.api,
        about: 'Tar emot resurser som skript och andra system skickar via API:et.',
        connect: '',
        why: sv.problems,
        names: {},
      },
    ),
  },
]
