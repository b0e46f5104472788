import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { AskForCustomer } from '#web/shared/customers/ask-for-customer.tsx'
import { entityQuery } from '#web/shared/entities/entity-query.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FormPage } from '#web/ui/page/form-page.tsx'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { alertRuleQuery } from './alert-rule-queries.ts'
import { ruleFieldTexts } from './rule-form.texts.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleFormSearch } from './rule-form-search.ts'

/** Creates a rule, also as a copy of another, or edits one: on a resource, or from the list over all of them. */
export function RuleFormPage() {
  return (
    <AskForCustomer what="rule">
      <RuleOfAddress />
    </AskForCustomer>
  )
}

function RuleOfAddress() {
  const { customerId } = useShownCustomer()
  const words = useTexts(ruleFieldTexts)
  const { entityId, alertRuleId } = useParams({ strict: false }) as { entityId?: string; alertRuleId?: string }
  const { copy, metric } = ruleFormSearch(useSearch({ strict: false }))
  const wanted = alertRuleId ?? copy
  const rule = useQuery({
    ...alertRuleQuery({ customerId, alertRuleId: wanted ?? '' }),
    enabled: wanted !== undefined,
    refetchInterval: false,
  })
  const entity = useQuery({ ...entityQuery(customerId, entityId ?? ''), enabled: entityId !== undefined })
  const [opening, setOpening] = useState(0)
  const reopen = useCallback(() => setOpening((count) => count + 1), [])
  const failed = [rule, entity].find(({ isError, data }) => isError && !data)
  const isLoaded = (wanted === undefined || rule.data) && (entityId === undefined || entity.data)
  // A rule for one resource is edited on it, whatever the address says.
  if (alertRuleId && !entityId && rule.data?.entityId)
    return (
      <Navigate
        to="/my-environment/$customerId/$entityId/alert-rules/edit/$alertRuleId"
        params={{ customerId, entityId: rule.data.entityId, alertRuleId }}
        replace
      />
    )
  const back = (
    <Link
      to={entityId ? '/my-environment/$customerId/$entityId/alert-rules' : '/alert-rules/$customerId'}
      params={{ customerId, entityId: entityId ?? '' }}
    >
      <ChevronLeft size={14} aria-hidden="true" /> {entity.data ? `${entity.data.name}: ${words.back}` : words.back}
    </Link>
  )
  return (
    <FormPage isWide="full" back={back} title={alertRuleId ? words.editTitle : words.createTitle} intro={words.intro}>
      {failed ? (
        <ErrorState title={words.loadFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isLoaded ? (
        <RuleForm
          key={`${customerId} ${entityId ?? ''} ${wanted ?? ''} ${metric ?? ''} ${opening}`}
          customerId={customerId}
          entity={entity.data ?? null}
          rule={rule.data ?? null}
          isCopy={alertRuleId === undefined}
          metric={metric ?? null}
          onReopen={reopen}
        />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </FormPage>
  )
}
