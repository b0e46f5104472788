/** What the media type sends, by the name that the reader of `zabbix` knows it by: macros of Zabbix 6.0 and later. */
const parameters = {
  event_id: '{EVENT.ID}',
  event_value: '{EVENT.VALUE}',
  event_source: '{EVENT.SOURCE}',
  event_date: '{EVENT.DATE}',
  event_time: '{EVENT.TIME}',
  event_timestamp: '{EVENT.TIMESTAMP}',
  recovery_date: '{EVENT.RECOVERY.DATE}',
  recovery_time: '{EVENT.RECOVERY.TIME}',
  recovery_timestamp: '{EVENT.RECOVERY.TIMESTAMP}',
  update_status: '{EVENT.UPDATE.STATUS}',
  update_message: '{EVENT.UPDATE.MESSAGE}',
  name: '{EVENT.NAME}',
  severity: '{EVENT.NSEVERITY}',
  opdata: '{EVENT.OPDATA}',
  tags: '{EVENT.TAGSJSON}',
  host: '{HOST.HOST}',
  host_name: '{HOST.NAME}',
  host_ip: '{HOST.IP}',
  host_dns: '{HOST.DNS}',
  item_key: '{ITEM.KEY}',
  item_name: '{ITEM.NAME}',
  item_value: '{ITEM.LASTVALUE}',
  trigger_id: '{TRIGGER.ID}',
  trigger_name: '{TRIGGER.NAME}',
  trigger_description: '{TRIGGER.DESCRIPTION}',
  trigger_url: '{TRIGGER.URL}',
  zabbix_url: '{$ZABBIX.URL}',
  subject: '{ALERT.SUBJECT}',
  message: '{ALERT.MESSAGE}',
}

/** The script of the media type, for the engine of Zabbix (ES5). What it throws has Zabbix try again, and is shown beside the action. */
export const zabbixScript = `var body = JSON.parse(value);
var url = body.vakt_url;
var token = body.vakt_token;
delete body.vakt_url;
delete body.vakt_token;
body.source = 'zabbix';
body.sent_at = String(new Date().getTime());
body.utc_offset = String(-new Date().getTimezoneOffset());
var request = new HttpRequest();
request.addHeader('Content-Type: application/json');
request.addHeader('Authorization: Bearer ' + token);
var answer = request.post(url, JSON.stringify(body));
var status = request.getStatus();
if (status !== 202) {
    throw 'Vakt answered ' + status + ': ' + String(answer).substring(0, 500);
}
return JSON.stringify({ tags: { __vakt_signal: String(JSON.parse(answer).result.signalId) } });`

const indent = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by)
/** Inside YAML's single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const templates = [
  ['PROBLEM', 'Problem: {EVENT.NAME}', '{EVENT.OPDATA}'],
  ['RECOVERY', 'Resolved: {EVENT.NAME}', '{EVENT.DURATION}'],
  ['UPDATE', 'Updated: {EVENT.NAME}', '{EVENT.UPDATE.MESSAGE}'],
]

/** A media type of Zabbix 6.0 or later, to be imported under *Alerts → Media types*. */
export function zabbixMediaType({ url, token }: { url: string; token: string }): string {
  const all = Object.entries({ ...parameters, vakt_url: url, vakt_token: token })
  return `zabbix_export:
  version: '6.0'
  media_types:
    - name: Vakt
      type: WEBHOOK
      parameters:
${all.map(([name, value]) => `        - name: ${name}\n          value: ${quoted(value)}`).join('\n')}
      attempts: '10'
      attempt_interval: 30s
      script: |
${indent(zabbixScript, '        ')}
      timeout: 30s
      process_tags: 'YES'
      message_templates:
${templates
  .map(
    ([mode, subject = '', message = '']) =>
      `        - event_source: TRIGGERS\n          operation_mode: ${mode}\n          subject: ${quoted(subject)}\n          message: ${quoted(message)}`,
  )
  .join('\n')}
`
}
