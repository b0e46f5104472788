import type { RuleFinding } from '@vakt/contract/incidents.ts'
import { writeRuleFinding } from '@vakt/domain/alert-rules/rule-finding.ts'
import { useLanguage } from '#web/platform/language.ts'

/** What an incident is called: what an alert rule of Vakt found, in the reader's language; else the words of its source. */
export function useIncidentTitle(): (incident: { title: string; finding: RuleFinding | null }) => string {
  const language = useLanguage()
  return ({ title, finding }) => (finding ? writeRuleFinding(finding, language) : title)
}
