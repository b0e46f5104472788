import { KeyRound } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownServiceToken: ShownKind = {
  kind: 'service-token',
  icon: KeyRound,
  words: texts(
    {
      title: 'Service token',
      about: 'Lets a script or another system use the API without belonging to a person.',
      connect: 'Create a service token',
      why: { expired: 'It has expired, so its calls are refused. Rotate it.' },
      names: {},
    },
    {
      title: 'Tjänstenyckel',
      about: 'Låter ett skript eller ett annat system använda API:et utan att höra till en person.',
      connect: 'Skapa en tjänstenyckel',
      why: { expired: 'Den har gått ut, så anropen avvisas. Byt den.' },
      names: {},
    },
  ),
}
