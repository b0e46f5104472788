import { type ReadableName, readCatalogue } from './readable-name.ts'

/** By names in lower case, as Azure, Prometheus exporters, OpenTelemetry and the agent write them. */
const metrics = readCatalogue(`
activemessages | Active messages | Aktiva meddelanden
available memory bytes | Available memory | Ledigt minne
available memory percentage | Available memory | Ledigt minne
cpu | CPU load | Processorbelastning
cpu_percent | CPU load | Processorbelastning
cpu_usage | CPU load | Processorbelastning
cpu.percent | CPU load | Processorbelastning
disk.used.percent | Used disk space | Använt diskutrymme
disk_used_percent | Used disk space | Använt diskutrymme
http_server_requests_seconds_count | HTTP requests | HTTP-anrop
http5xx | Server errors (5xx) | Serverfel (5xx)
httpresponsetime | Response time | Svarstid
instance:node_cpu_utilisation:rate5m | CPU load | Processorbelastning
instance:node_network_receive_bytes_excluding_lo:rate5m | Received network traffic | Mottagen nätverkstrafik
memory.percent | Used memory | Använt minne
memory_percent | Used memory | Använt minne
memory percentage | Used memory | Använt minne
node_filesystem_avail_bytes | Free disk space | Ledigt diskutrymme
node_filesystem_free_bytes | Free disk space | Ledigt diskutrymme
node_load1 | Load (1 min) | Last (1 min)
node_load5 | Load (5 min) | Last (5 min)
node_load15 | Load (15 min) | Last (15 min)
node_memory_memavailable_bytes | Available memory | Ledigt minne
percentage cpu | CPU load | Processorbelastning
replication_lag_seconds | Replication lag | Replikeringsfördröjning
storage_percent | Used storage | Använt lagringsutrymme
successe2elatency | End-to-end latency | Total fördröjning
system.cpu.utilization | CPU load | Processorbelastning
system.filesystem.utilization | Used disk space | Använt diskutrymme
system.load.1m | Load (1 min) | Last (1 min)
system.memory.utilization | Used memory | Använt minne
system.network.io | Network traffic | Nätverkstrafik
up | Target up | Mål uppe
vakt.check.failed | Failed checks | Misslyckade kontroller
vakt.event_log.events | Event log entries | Poster i händelseloggen
vakt.folder.files | Files in folder | Filer i mapp
vakt.folder.oldest_age | Age of the oldest file | Äldsta filens ålder
vakt.folder.size | Folder size | Mappstorlek
vakt.app_pool.up | App pool running | Programpool igång
vakt.service.up | Service running | Tjänst igång
vakt.url.duration | URL response time | Svarstid för URL
vakt.url.up | URL up | URL uppe
vakt.website.up | Website running | Webbplats igång
`)

/** The parts of a name as words: `http_requests_total` is *Http requests total*, `DtuConsumption` *Dtu consumption*. */
function inWords(metric: string): string {
  if (/\s/.test(metric)) return metric
  const words = metric
    .replace(/^(instance|job|cluster):/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.:/-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words === '' ? metric : words.charAt(0).toUpperCase() + words.slice(1)
}

/** What people call a metric; for one that no catalogue knows the words of its name. */
export function metricName(metric: string): ReadableName {
  const words = inWords(metric)
  return metrics.get(metric.trim().toLowerCase()) ?? { en: words, sv: words }
}
