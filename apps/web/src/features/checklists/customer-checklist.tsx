import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { CustomerChecklistItem } from '@vakt/contract/customers/checklists.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { customerChecklistQuery, useSaveCustomerChecklist } from './checklist-queries.ts'
import { ChecklistStep } from './checklist-step.tsx'
import styles from './checklists.module.css'
import { checklistTexts } from './checklists.texts.ts'

const places = {
  people: '/admin/users',
  permissions: '/admin/permissions',
  contacts: '/admin/incident-contacts',
  sources: '/admin/sources',
  connectors: '/admin/connectors',
} as const satisfies Record<CustomerChecklistItem, string>

/** What a new customer still needs, until it is complete or dismissed. */
export function CustomerChecklist({ customerId }: { customerId: string }) {
  const { customer: words, notSaved } = useTexts(checklistTexts)
  const { data } = useQuery(customerChecklistQuery(customerId))
  const save = useSaveCustomerChecklist(customerId)
  if (!data) return null
  if (!data.isShown)
    return data.isDismissed && !data.isComplete ? (
      <div>
        <Button variant="subtle" loading={save.isPending} onClick={() => save.mutate({ isDismissed: false })}>
          {words.bringBack}
        </Button>
      </div>
    ) : null
  return (
    <section className={styles.ofCustomer} aria-labelledby="customer-checklist">
      <div className={styles.head}>
        <h3 id="customer-checklist">{words.title}</h3>
        <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => save.mutate({ isDismissed: true })}>
          {words.dismiss}
        </Button>
      </div>
      <ol className={styles.steps}>
        {data.items.map(({ item, state }) => (
          <ChecklistStep
            key={item}
            level="h4"
            title={words.items[item].title}
            state={state}
            sentence={words.items[item][state]}
            actions={state === 'done' ? null : <OpenLink item={item} customerId={customerId} />}
          >
            {item === 'permissions' && state !== 'done' ? (
              <Button
                variant="subtle"
                size="compact-sm"
                className={styles.confirm}
                onClick={() => save.mutate({ permissionsConfirmed: true })}
              >
                {words.confirm}
              </Button>
            ) : null}
          </ChecklistStep>
        ))}
      </ol>
      {save.isError ? <p role="alert">{failureText(save.error, { failed: notSaved })}</p> : null}
    </section>
  )
}

function OpenLink({ item, customerId }: { item: CustomerChecklistItem; customerId: string }) {
  const words = useTexts(checklistTexts)
  const { href } = useLocation()
  const { title } = words.customer.items[item]
  return (
    <ButtonLink
      variant="default"
      size="compact-sm"
      to={places[item]}
      state={{ checklist: href }}
      search={{ customer: customerId, ...(item === 'sources' ? { scope: 'customer' as const } : {}) }}
      aria-label={words.customer.openOf(title)}
    >
      {words.customer.open}
    </ButtonLink>
  )
}
