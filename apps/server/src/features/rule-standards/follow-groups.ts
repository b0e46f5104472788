import type { StandardCover } from '@vakt/contract/alert-rules/rule-standards.ts'
import { labelKeyOf } from '@vakt/domain/customer-label-key.ts'
import { countCover } from '#server/features/alert-rules/count-cover.ts'
import type { GroupFollower } from '#server/features/customers/follow-groups.ts'
import { readForAllCustomers } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { enqueueJobs } from '#server/platform/jobs/job-table.ts'
import { announce } from '#server/platform/live/announce.ts'
import { applicationQueueName } from './apply-standard.ts'
import { readGroupPreviewForAllCustomers, readGroupTasksForAllCustomers } from './group-table.ts'
import { lockStandardsForAllCustomers } from './rule-standard-table.ts'
import { writeApplications } from './standard-application-table.ts'

/** Customers that have joined a group of a standard follow it, those that have left it do not any more: each by a job, as if someone had chosen them. */
export const followGroupsOfStandards: GroupFollower = async (transaction, { actor }) => {
  const found = await readGroupTasksForAllCustomers(transaction)
  const standardIds = new Set(found.map(({ standardId }) => standardId))
  // The standards first and in order, as who applies or stops one does; what was to be done may be done by then.
  await lockStandardsForAllCustomers(transaction, [...standardIds])
  const tasks = found.length > 0 ? await readGroupTasksForAllCustomers(transaction) : []
  for (const { provider, standardId, task, customerIds } of tasks.filter((one) => standardIds.has(one.standardId))) {
    await writeApplications(transaction, provider, { standardId, customerIds, task, excludedEntityIds: null, actor, ofGroup: true })
    await enqueueJobs(
      transaction,
      customerIds.map((customerId) => ({ queue: applicationQueueName, customerId, rowId: standardId })),
    )
    announce(transaction, { type: 'content.changed', customerId: provider, content: ['rule-standards'], staffOnly: true })
  }
}

type Asked = Parameters<typeof countCover>[1] & { group?: string[]; standardId?: string }

/** What a standard would cover; with groups, at whom it would be applied and stopped as well. */
export async function previewStandard(context: CallContext, { group, standardId, ...filter }: Asked): Promise<StandardCover> {
  const cover = await countCover(context, filter)
  if (!group && !standardId) return { ...cover, groups: null }
  const groupKeys = (group ?? []).map(labelKeyOf)
  const groups = await readForAllCustomers(context, (transaction) =>
    readGroupPreviewForAllCustomers(transaction, { standardId: standardId ?? null, groupKeys }),
  )
  return { ...cover, groups }
}
