import { type ReadableName, readCatalogue } from './readable-name.ts'

const sources = readCatalogue(`
alert-rule | Alert rule | Larmregel
alertmanager | Alertmanager
api | API
aws | AWS
azure | Azure
azure-monitor | Azure Monitor
cloudwatch-sns | Amazon CloudWatch
datadog | Datadog
gcp | Google Cloud
generic | Other system | Annat system
google-cloud | Google Cloud Monitoring
grafana | Grafana
pagerduty | PagerDuty
upload | Upload | Uppladdning
vakt | Vakt
zabbix | Zabbix
`)

/** What a source of alerts or of resources is called; null where the catalogue does not know it. */
export const sourceName = (source: string): ReadableName | null => sources.get(source.toLowerCase()) ?? null
