import type { IngestFormat } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import { texts } from '#web/platform/texts.ts'
import type { SnippetKind, SnippetPart } from './source-snippets.ts'

/** How each kind of sender is connected. */
export const connectTexts = texts(
  {
    sender: 'Kind of sender',
    formatNames: {
      alertmanager: 'Alertmanager',
      'azure-monitor': 'Azure Monitor',
      grafana: 'Grafana',
      pagerduty: 'PagerDuty (Events API v2)',
      datadog: 'Datadog',
      zabbix: 'Zabbix',
      'google-cloud': 'Google Cloud Monitoring',
      'cloudwatch-sns': 'Amazon CloudWatch (SNS)',
      generic: 'Another system (own mapping)',
      prometheus: 'Prometheus remote write (metrics)',
      otlp: 'OpenTelemetry, OTLP (metrics)',
    } satisfies Record<IngestFormat, string>,
    curl: 'curl',
    help: {
      alertmanager: 'Add this to alertmanager.yml and reload Alertmanager.',
      'azure-monitor':
        'Add a webhook with this address to an action group, with the common alert schema on. The token is part of the address: treat it as a secret.',
      grafana:
        'Save both files in /etc/grafana/provisioning/alerting and restart Grafana, or enter the same values under Alerting → Contact points (Webhook). Leave “Disable resolved message” off, or no alert ever ends.',
      pagerduty:
        'For any tool that can send to PagerDuty: replace the address of its Events API and use the token as integration key (routing key). If the tool only takes keys of 32 characters, put the token into the address, before /v2/enqueue, and enter any key.',
      datadog:
        'Create a webhook under Integrations → Webhooks with these values, and add @webhook-vakt to the message of each monitor. Leave “Encode as form” off.',
      zabbix:
        'Save this as vakt.yaml and import it under Alerts → Media types (Zabbix 6.0 or later). Give the media to a user, add it to a trigger action with recovery and update operations, and set the global macro {$ZABBIX.URL} to get links back.',
      'google-cloud':
        'Creates a notification channel with basic authentication; add it to your alerting policies with “Notify on incident closure” on. Pub/Sub retries for 7 days, so prefer it if you have a topic.',
      'cloudwatch-sns':
        'Subscribe Vakt to the topic that your alarms publish to, for ALARM and OK. Leave raw message delivery off: only signed messages are read. Then allow the topic here, and Vakt confirms the subscription. By default SNS gives up after a minute; the delivery policy makes it try for an hour.',
      generic:
        'For any system that can post JSON. Send one signal, then open Mapping and choose which field gives each part of the alert. Until then signals are kept and set aside.',
      prometheus:
        'Add this to prometheus.yml and reload Prometheus. Also for vmagent, Grafana Alloy and everything else that speaks remote write 1.0 or 2.0. The metrics of a resource show about 7 minutes later.',
      otlp: 'Add this to the configuration of the OpenTelemetry Collector and restart it. OTLP over HTTP, protobuf or JSON; gRPC is not supported. The resource is found by host.name or cloud.resource_id.',
      curl: 'Tries the token: sends an alert of low severity named VaktTest, which opens an incident like any other.',
    } satisfies Record<SnippetKind, string>,
    parts: {
      whole: 'Configuration',
      address: 'Address (URL)',
      headers: 'Custom headers',
      payload: 'Payload',
      key: 'Integration key',
      policy: 'Notification policy',
      pubsub: 'Or by Pub/Sub push',
    } satisfies Record<SnippetPart, string>,
  },
  {
    sender: 'Typ av avsändare',
    formatNames: {
      alertmanager: 'Alertmanager',
      'azure-monitor': 'Azure Monitor',
      grafana: 'Grafana',
      pagerduty: 'PagerDuty (Events API v2)',
      datadog: 'Datadog',
      zabbix: 'Zabbix',
      'google-cloud': 'Google Cloud Monitoring',
      'cloudwatch-sns': 'Amazon CloudWatch (SNS)',
      generic: 'Annat system (egen mappning)',
      prometheus: 'Prometheus remote write (mätvärden)',
      otlp: 'OpenTelemetry, OTLP (mätvärden)',
    },
    curl: 'curl',
    help: {
      alertmanager: 'Lägg in det här i alertmanager.yml och ladda om Alertmanager.',
      'azure-monitor':
        'Lägg till en webhook med den här adressen i en åtgärdsgrupp och slå på det gemensamma aviseringsschemat. Nyckeln ingår i adressen: hantera den som en hemlighet.',
      grafana:
        'Spara båda filerna i /etc/grafana/provisioning/alerting och starta om Grafana, eller ange samma värden under Alerting → Contact points (Webhook). Låt ”Disable resolved message” vara avslaget, annars upphör inga larm.',
      pagerduty:
        'För alla verktyg som kan skicka till PagerDuty: byt ut adressen till deras Events API och ange nyckeln som integration key (routing key). Om verktyget bara godtar nycklar på 32 tecken lägger du nyckeln i adressen, före /v2/enqueue, och anger vilken nyckel som helst.',
      datadog:
        'Skapa en webhook under Integrations → Webhooks med de här värdena och lägg till @webhook-vakt i varje monitors meddelande. Låt ”Encode as form” vara avslaget.',
      zabbix:
        'Spara det här som vakt.yaml och importera filen under Alerts → Media types (Zabbix 6.0 eller senare). Koppla mediet till en användare, lägg till det i en trigger action med recovery- och update-operationer och ange det globala makrot {$ZABBIX.URL} för att få länkar tillbaka.',
      'google-cloud':
        'Skapar en aviseringskanal med grundläggande autentisering. Lägg till den i dina aviseringspolicyer med ”Notify on incident closure” påslaget. Pub/Sub försöker igen i sju dagar, så välj det om du har ett ämne.',
      'cloudwatch-sns':
        'Låt Vakt prenumerera på ämnet som dina larm publicerar till, för både ALARM och OK. Låt raw message delivery vara avslaget: bara signerade meddelanden läses. Tillåt sedan ämnet här, så bekräftar Vakt prenumerationen. Normalt ger SNS upp efter en minut; leveranspolicyn gör att det försöker i en timme.',
      generic:
        'För alla system som kan skicka JSON. Skicka en signal och öppna sedan Mappning för att välja vilket fält som ger varje del av larmet. Tills dess sparas signalerna utan att bli larm.',
      prometheus:
        'Lägg in det här i prometheus.yml och ladda om Prometheus. Passar även vmagent, Grafana Alloy och allt annat som talar remote write 1.0 eller 2.0. Resursens mätvärden visas efter ungefär 7 minuter.',
      otlp: 'Lägg in det här i konfigurationen för OpenTelemetry Collector och starta om den. OTLP över HTTP, protobuf eller JSON; gRPC stöds inte. Resursen känns igen på host.name eller cloud.resource_id.',
      curl: 'Provar nyckeln: skickar ett larm med låg allvarlighetsgrad som heter VaktTest. Det öppnar en incident som vilket larm som helst.',
    },
    parts: {
      whole: 'Konfiguration',
      address: 'Adress (URL)',
      headers: 'Egna headers',
      payload: 'Payload',
      key: 'Integration key',
      policy: 'Aviseringspolicy',
      pubsub: 'Eller med Pub/Sub push',
    },
  },
)
