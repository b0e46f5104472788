import type { AdministeredTeamMember, NewTeamMember } from '@vakt/contract/team.ts'
import { teamLimits } from '@vakt/contract/team.ts'
import { isTimeZone } from '@vakt/domain/time-zone.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import { Conflict, Invalid, NotFound, NotSignedIn } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { readUuid } from '#server/platform/ids.ts'
import { recordAction } from '#server/platform/record-action.ts'
import * as table from './team-table.ts'

/** The team belongs to the customer whose people are the staff. */
function providerOf({ caller }: CallContext): string {
  if (!caller) throw new NotSignedIn()
  return caller.customerId
}

const tidy = ({ name, role, ...member }: NewTeamMember): NewTeamMember => ({
  ...member,
  name: name.trim(),
  role: { en: role.en.trim(), sv: role.sv.trim() },
})

async function refuseWrong(transaction: Transaction, providerId: string, { timeZone, hours, userId }: NewTeamMember): Promise<void> {
  if (!isTimeZone(timeZone))
    throw Invalid.field('timeZone', `"${timeZone}" is no IANA time zone, such as Europe/Stockholm.`, 'error.time_zone')
  if (hours?.some((day) => day && day.opens >= day.closes))
    throw Invalid.field('hours', 'The hours have to end after they begin, on the same day.', 'on_call.hours_wrong')
  if (userId !== null && !(await table.hasUser(transaction, providerId, userId)))
    throw Invalid.field('userId', 'Choose someone of the provider.', 'on_call.person_unknown')
}

export function listMembers(context: CallContext): Promise<AdministeredTeamMember[]> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const members = await table.readTeam(transaction, provider)
    const photos = await table.readPhotos(
      transaction,
      provider,
      members.flatMap(({ userId }) => userId ?? []),
    )
    return members.map((member) => ({ ...member, photo: (member.userId && photos.get(member.userId)) ?? null }))
  })
}

export function createMember(context: CallContext, given: NewTeamMember): Promise<{ teamMemberId: string }> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    await refuseWrong(transaction, provider, given)
    if ((await table.readTeam(transaction, provider)).length >= teamLimits.members)
      throw Invalid.field('name', `The team has ${teamLimits.members} people at most.`, 'team.too_many')
    const after = tidy(given)
    const teamMemberId = await table.insertMember(transaction, provider, after, context.now)
    await recordAction(transaction, context, provider, { action: 'team.create', target: after.name, details: { after } })
    return { teamMemberId }
  })
}

async function lockOne(transaction: Transaction, providerId: string, teamMemberId: string, isRemoved = false) {
  const found = await table.lockMember(transaction, providerId, teamMemberId)
  if (!found || found.isRemoved !== isRemoved) throw new NotFound()
  return found
}

export function saveMember(
  context: CallContext,
  id: string,
  { version, ...given }: NewTeamMember & { version: number },
): Promise<undefined> {
  const teamMemberId = readUuid(id)
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const { isRemoved: _, version: current, teamMemberId: __, ...before } = await lockOne(transaction, provider, teamMemberId)
    if (current !== version)
      throw Conflict.field('version', 'Someone else changed this person. Open it again to see the current version.', 'team.changed')
    await refuseWrong(transaction, provider, given)
    const after = tidy(given)
    await table.updateMember(transaction, provider, { teamMemberId, ...after })
    await recordAction(transaction, context, provider, { action: 'team.change', target: after.name, details: { before, after } })
    return undefined
  })
}

function setRemoved(context: CallContext, id: string, at: Date | null): Promise<undefined> {
  const teamMemberId = readUuid(id)
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    const { name } = await lockOne(transaction, provider, teamMemberId, at === null)
    await table.setMemberRemoved(transaction, provider, teamMemberId, at)
    await recordAction(transaction, context, provider, { action: at ? 'team.remove' : 'team.restore', target: name, details: {} })
    return undefined
  })
}

export const removeMember = (context: CallContext, id: string) => setRemoved(context, id, context.now)
export const restoreMember = (context: CallContext, id: string) => setRemoved(context, id, null)

export function orderTeam(context: CallContext, teamMemberIds: readonly string[]): Promise<undefined> {
  const provider = providerOf(context)
  return inTransaction(context, provider, async (transaction) => {
    await table.updateOrder(transaction, provider, teamMemberIds)
    const names = (await table.readTeam(transaction, provider)).map(({ name }) => name)
    await recordAction(transaction, context, provider, { action: 'team.order', target: 'team', details: { after: names } })
    return undefined
  })
}
