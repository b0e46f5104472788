import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import styles from './alert-rules.module.css'
import { alertRuleTexts } from './alert-rules.texts.ts'

/** Which keys change the rule whose row has the focus; for users who may, where there is a keyboard. */
export function RuleKeysHint() {
  const words = useTexts(alertRuleTexts)
  const { can } = useShownCustomer()
  return can(['@feature.myenvironment.write']) ? <p className={styles.keys}>{words.keys}</p> : null
}
