import { RadioTower } from 'lucide-react'
import { texts } from '#web/platform/texts.ts'
import type { ShownKind } from '#web/shared/integrations/shown-kind.ts'

export const shownSource: ShownKind = {
  kind: 'monitoring-source',
  icon: RadioTower,
  words: texts(
    {
      title: 'Monitoring source',
      about: 'Receives alerts and metrics from Alertmanager, Grafana, Zabbix, Azure Monitor, CloudWatch, Datadog and others.',
      connect: 'Connect a monitoring source',
      why: {
        expired: 'Its token has expired, so its signals are refused. Rotate the token.',
        silent: 'It has sent nothing for longer than expected.',
        no_heartbeat: 'Its heartbeat is missing.',
      },
      names: {},
    },
    {
      title: 'Övervakningskälla',
      about: 'Tar emot larm och mätvärden från Alertmanager, Grafana, Zabbix, Azure Monitor, CloudWatch, Datadog med flera.',
      connect: 'Anslut en övervakningskälla',
      why: {
        expired: 'Nyckeln har gått ut, så signalerna avvisas. Byt nyckel.',
        silent: 'Den har inte skickat något på längre tid än väntat.',
        no_heartbeat: 'Dess livstecken har uteblivit.',
      },
      names: {},
    },
  ),
}
