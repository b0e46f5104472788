import { useQuery } from '@tanstack/react-query'
import { countEntities } from '@vakt/contract/entities/entity-list.ts'
import { environmentAccess } from '@vakt/contract/features.ts'
import { writeTag } from '@vakt/domain/resource-limit.ts'
import { useMemo } from 'react'
import type { FieldDefinition, OptionItem } from '#web/forms/field-definition.ts'
import { call } from '#web/platform/api.ts'
import { queryClient } from '#web/platform/query.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { coverChoicesQuery } from '#web/shared/entities/cover-queries.ts'
import { tagText, typedTags } from '#web/shared/entities/tag-text.ts'
import { resourceLimitFormTexts } from './resource-limit-form.texts.ts'
import { keysToAsk, type LimitValues, namesSomething } from './resource-limit-values.ts'
import { userTexts } from './users.texts.ts'

type FoundTag = LimitValues['limitTags'][number]

const maxFound = 30

/** Among the tags that the customer's resources have, and what was typed as `key=value`, which they may get later. */
async function findTags(customerId: string, typed: string, signal: AbortSignal): Promise<OptionItem<FoundTag>[]> {
  const { tags: all } = await queryClient.fetchQuery({ ...coverChoicesQuery(customerId), staleTime: 60_000 })
  const tagKey = keysToAsk(
    typed,
    all.map(({ key }) => key),
  )
  const query = { withHidden: true, tagKey }
  const { tags } = tagKey.length > 0 ? await call(countEntities, { params: { customerId }, query, signal }) : { tags: [] }
  const had = tags.flatMap(({ key, values }) => values.map(({ value }) => writeTag(key, value)))
  const text = typed.trim().toLowerCase()
  const found = had.filter((tag) => tagText(tag).toLowerCase().includes(text))
  return [...new Set([...typedTags(typed), ...found])].slice(0, maxFound).map((tag) => ({ value: { tag }, label: tagText(tag) }))
}

/** The resources of the customer that one of its people sees; `chosenGroups` are chosen already, and may have no resource any more. */
export function useLimitFields(customerId: string, chosenGroups: readonly string[]): FieldDefinition<LimitValues>[] {
  const words = useTexts(resourceLimitFormTexts)
  const { messages } = useTexts(userTexts)
  const { can, isProvider } = useShownCustomer()
  const mayFind = can(environmentAccess)
  const known = useQuery({ ...coverChoicesQuery(customerId), enabled: mayFind && !isProvider }).data?.resourceGroups
  const groups = [...new Set([...chosenGroups, ...(known ?? [])])].join('\n')
  return useMemo((): FieldDefinition<LimitValues>[] => {
    const isSome = ({ sees }: LimitValues) => !isProvider && sees === 'some'
    return [
      {
        type: 'radiogroup',
        name: 'sees',
        label: words.sees,
        options: [
          { value: 'all', label: words.seesOf.all },
          { value: 'some', label: words.seesOf.some, description: words.someHelp },
        ],
        render: () => !isProvider,
      },
      {
        type: 'search',
        name: 'limitTags',
        label: words.tags,
        help: words.tagsHelp,
        identify: ({ tag }) => tag,
        nameOf: ({ tag }) => tagText(tag),
        find: (typed, signal) => findTags(customerId, typed, signal),
        validator: { condition: (_, values) => namesSomething(values), message: messages['users.resource_limit_empty'] },
        render: isSome,
      },
      {
        type: 'filterselect',
        multiple: true,
        name: 'limitGroups',
        label: words.groups,
        options: groups === '' ? [] : groups.split('\n').map((value) => ({ value, label: value })),
        render: isSome,
      },
    ]
  }, [words, messages, customerId, isProvider, groups])
}
