import { type AzureFacts, labelFields, noFacts } from './azure-facts.ts'
import { type Fields, field, readText, textLimits } from './read-field.ts'

const labelledFields = ['SmartDetectorName', 'DetectedValue', 'NormalValue', 'AnalysisTimestamp']

/** What Application Insights noticed by itself, such as a rise of failed requests. */
export function readSmartDetection(context: Fields): AzureFacts {
  const detector = readText(field(context, 'SmartDetectorId'))
  return {
    ...noFacts,
    kind: 'smart-detection',
    identity: detector === null ? [] : [detector.toLowerCase()],
    rule: readText(field(context, 'SmartDetectorName')) ?? detector,
    paragraphs: [readText(field(context, 'DetectionSummary'), textLimits.description)],
    labels: labelFields(context, labelledFields),
  }
}
