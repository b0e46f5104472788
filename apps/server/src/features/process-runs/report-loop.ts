import { planMessages, waitForPlanningLock } from '#server/features/deliveries/plan-deliveries.ts'
import { incidentUrl } from '#server/features/deliveries/portal-links.ts'
import { findStaff } from '#server/features/deliveries/recipients.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { recordAction } from '#server/platform/record-action.ts'
import type { LockedRun } from './process-run-table.ts'
import { runWords } from './run-words.texts.ts'
import { automationActor } from './run-writes.ts'
import type { RunSettings } from './step-result.ts'

/** Tells all staff, and the audit log, that a process starts again and again. */
export async function reportLoop(
  transaction: Transaction,
  context: Context,
  run: LockedRun,
  { runs, settings }: { runs: number; settings: RunSettings },
): Promise<void> {
  const { customerId, customerName, incidentId, processName } = run
  await waitForPlanningLock(transaction)
  const staff = await findStaff(transaction, customerId)
  const mails = staff.map((recipient) => {
    const words = runWords[recipient.language]
    return {
      recipient,
      customerId,
      incidentId,
      kind: 'process_loop',
      private: true,
      subject: words.loopSubject(processName),
      isAnswerable: false,
      conversation: `incident-${incidentId}`,
      blocks: () => [
        { type: 'headline' as const, text: words.loopHeadline, over: customerName },
        { type: 'notice' as const, text: words.loop(processName, runs) },
        { type: 'button' as const, text: words.open, url: incidentUrl(settings.origin, run) },
      ],
    }
  })
  await planMessages(transaction, mails, settings, context.now)
  await recordAction(transaction, { ...context, actor: automationActor(run) }, customerId, {
    action: 'process-run.loop',
    target: `process run ${run.runId}`,
    details: { process: processName, runs },
  })
}
