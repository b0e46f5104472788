import { NativeSelect } from '@mantine/core'
import type { EscalationPolicy, PagingSetting } from '@vakt/contract/on-call/paging.ts'
import { severities } from '@vakt/contract/severity.ts'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { inMantine } from '#web/ui/theme/in-mantine.tsx'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import styles from './paging.module.css'
import { pagingTexts } from './paging.texts.ts'
import { useSaveSetting } from './paging-queries.ts'

/** For each customer from which severity on incidents page, and by which policy. A choice is saved at once. */
export const CustomerPaging = inMantine(function CustomerPaging({
  settings,
  policies,
}: {
  settings: PagingSetting[]
  policies: EscalationPolicy[]
}) {
  const words = useTexts(pagingTexts)
  const severityWords = useTexts(severityTexts)
  const save = useSaveSetting()
  // One after another. A select that were disabled meanwhile would lose the focus.
  const change = (changed: PagingSetting) =>
    save.isPending ||
    void save
      .mutateAsync(changed)
      .then(() => showToast(words.settingSaved(changed.customerName), 'success'), failureToast(words.settingNotSaved))
  const shown = settings.map((setting) => (save.isPending && save.variables.customerId === setting.customerId ? save.variables : setting))
  const bounds = [
    { value: 'never', label: words.never },
    { value: '', label: words.onlyCloudOps },
    ...severities.map((value) => ({
      value,
      label: words.fromSeverity(severityWords[value], value === 'critical'),
    })),
  ]
  const choices = [{ value: '', label: words.defaultPolicy }, ...policies.map(({ policyId, name }) => ({ value: policyId, label: name }))]
  return (
    <ul className={styles.customers} aria-label={words.customers}>
      {shown.map((setting) => (
        <li key={setting.customerId}>
          <span>{setting.customerName}</span>
          <NativeSelect
            aria-label={words.severityOf(setting.customerName)}
            value={setting.fromSeverity ?? (setting.pagesCloudOps ? '' : 'never')}
            data={bounds}
            aria-disabled={save.isPending}
            onChange={({ currentTarget }) =>
              change({
                ...setting,
                fromSeverity: severities.find((one) => one === currentTarget.value) ?? null,
                pagesCloudOps: currentTarget.value !== 'never',
              })
            }
          />
          <NativeSelect
            aria-label={words.policyOf(setting.customerName)}
            value={policies.some(({ policyId }) => policyId === setting.policyId) ? (setting.policyId ?? '') : ''}
            data={choices}
            aria-disabled={save.isPending}
            onChange={({ currentTarget }) => change({ ...setting, policyId: currentTarget.value || null })}
          />
        </li>
      ))}
    </ul>
  )
})
