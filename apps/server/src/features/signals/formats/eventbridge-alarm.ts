import { parseWithin } from '#server/features/signals/check-json.ts'
import { type Fields, field, readFields, readList } from './read-field.ts'

/**
 * An alarm as Amazon EventBridge reports it (*CloudWatch Alarm State Change*) in the shape of CloudWatch's own notification, with the same ARN, so
 * that both speak of one alert; null when the body is none.
 */
export function readEventBridgeAlarm(body: Fields): Fields | null {
  if (field(body, 'source') !== 'aws.cloudwatch' || field(body, 'detail-type') !== 'CloudWatch Alarm State Change') return null
  const detail = readFields(field(body, 'detail'))
  const configuration = readFields(field(detail, 'configuration'))
  const state = readFields(field(detail, 'state'))
  return {
    AlarmName: field(detail, 'alarmName'),
    AlarmArn: readList(field(body, 'resources'))[0],
    AlarmDescription: field(configuration, 'description'),
    AWSAccountId: field(body, 'account'),
    NewStateValue: field(state, 'value'),
    NewStateReason: field(state, 'reason'),
    StateChangeTime: field(state, 'timestamp') ?? field(body, 'time'),
    Trigger: {
      Threshold: field(readJson(field(state, 'reasonData')), 'threshold'),
      Metrics: readList(field(configuration, 'metrics')).map((one) => ({ MetricStat: { Metric: toMetric(readFields(one)) } })),
    },
  }
}

/** Metric math stands beside the metrics that it is made of, without a metric of its own. */
function toMetric(one: Fields): Fields | null {
  const metric = readFields(field(readFields(field(one, 'metricStat')), 'metric'))
  if (Object.keys(metric).length === 0) return null
  const dimensions = Object.entries(readFields(field(metric, 'dimensions')))
  return {
    MetricName: field(metric, 'name'),
    Namespace: field(metric, 'namespace'),
    Dimensions: dimensions.map(([name, value]) => ({ name, value })),
  }
}

function readJson(text: unknown): Fields {
  const within = typeof text === 'string' ? parseWithin(text) : null
  return within && 'value' in within ? readFields(within.value) : {}
}
