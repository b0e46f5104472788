import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useRows } from '#web/ui/table/use-rows.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { CheckList } from './check-list.tsx'
import styles from './rule-standards.module.css'
import { ruleStandardTexts } from './rule-standards.texts.ts'
import { customerChoiceQuery, useApplyStandard } from './standard-queries.ts'

type StandardCustomersProps = { standardId: string; following: readonly string[] }

/** Chooses customers that do not follow the standard yet, and applies it to them. */
export function StandardCustomers({ standardId, following }: StandardCustomersProps) {
  const words = useTexts(ruleStandardTexts)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isMissing, setIsMissing] = useState(false)
  const list = useInfiniteQuery(customerChoiceQuery(search.trim()))
  const items = useRows(list.data)
    .filter(({ customerId }) => !following.includes(customerId))
    .map(({ customerId, name }) => ({ id: customerId, name }))
  const apply = useApplyStandard(standardId)
  function submit() {
    setIsMissing(chosen.length === 0)
    if (chosen.length === 0) return
    apply.mutate(chosen, {
      onSuccess: () => {
        setChosen([])
        showToast(words.applied, 'success')
      },
      onError: failureToast(words.failed),
    })
  }
  return (
    <div className={styles.choices}>
      <CheckList
        {...{ search, list, items }}
        label={words.add}
        find={words.findCustomer}
        nothing={words.noCustomer}
        onSearch={setSearch}
        isChecked={(id) => chosen.includes(id)}
        onCheck={({ id }, isChecked) => setChosen(isChecked ? [...chosen, id] : chosen.filter((one) => one !== id))}
      />
      {isMissing && chosen.length === 0 ? <p role="alert">{words.chooseFirst}</p> : null}
      <div>
        <Button variant={following.length > 0 ? 'default' : 'filled'} loading={apply.isPending} onClick={submit}>
          {words.applyTo(chosen.length)}
        </Button>
      </div>
    </div>
  )
}
