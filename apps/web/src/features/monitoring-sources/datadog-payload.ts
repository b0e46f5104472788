/** The payload of a Datadog webhook, with the variables that the reader of `datadog` knows. */
export const datadogPayload = `{
  "source": "datadog",
  "event": "$ID",
  "cycle": "$ALERT_CYCLE_KEY",
  "aggregate": "$AGGREG_KEY",
  "monitor": "$ALERT_ID",
  "title": "$EVENT_TITLE",
  "text": "$TEXT_ONLY_MSG",
  "transition": "$ALERT_TRANSITION",
  "status": "$ALERT_STATUS",
  "type": "$ALERT_TYPE",
  "eventType": "$EVENT_TYPE",
  "priority": "$ALERT_PRIORITY",
  "scope": "$ALERT_SCOPE",
  "metric": "$ALERT_METRIC",
  "query": "$ALERT_QUERY",
  "host": "$HOSTNAME",
  "tags": "$TAGS",
  "link": "$LINK",
  "date": "$DATE",
  "updated": "$LAST_UPDATED",
  "org": "$ORG_ID"
}`
