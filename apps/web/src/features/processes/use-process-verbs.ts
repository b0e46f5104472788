import type { Process } from '@vakt/contract/processes/processes.ts'
import { useTexts } from '#web/platform/texts.ts'
import { failureToast, showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { processMessageTexts } from './process-messages.texts.ts'
import { useCopyProcess, useDeleteProcess, useRestoreProcess, useSwitchProcess } from './process-queries.ts'
import { processTexts } from './processes.texts.ts'

/** Copies a process, switches it on or off, and deletes it, which can be undone; says how that went. */
export function useProcessVerbs(customerId: string) {
  const words = useTexts(processTexts)
  const messages: Record<string, string | undefined> = useTexts(processMessageTexts)
  const change = useSwitchProcess(customerId)
  const copy = useCopyProcess(customerId)
  const remove = useDeleteProcess(customerId)
  const restore = useRestoreProcess(customerId)
  const told = (error: unknown, failed: string) => failureToast({ failed, messages })(error)
  const undo = (processModelId: string) =>
    void restore.mutateAsync(processModelId).then(
      () => showToast(words.restored, 'success'),
      (error: unknown) => told(error, words.restoreFailed),
    )
  return {
    isBusy: change.isPending || copy.isPending,
    doSwitch: ({ processModelId, enabled }: Process) =>
      change.mutate(
        { processModelId, enabled: !enabled },
        {
          onSuccess: () => showToast(enabled ? words.disabled : words.enabled, 'success'),
          onError: (error) => told(error, enabled ? words.disableFailed : words.enableFailed),
        },
      ),
    doCopy: ({ processModelId, name }: Process, onCopied: (copied: Process) => void) =>
      copy.mutate(
        { processModelId, name: words.copyOf(name).slice(0, 200) },
        {
          onSuccess: (copied) => {
            showToast(words.copied, 'success')
            onCopied(copied)
          },
          onError: (error) => told(error, words.copyFailed),
        },
      ),
    doRemove: ({ processModelId }: Process) =>
      void remove.mutateAsync(processModelId).then(
        () => showUndoToast(words.removed, () => undo(processModelId)),
        (error: unknown) => told(error, words.removeFailed),
      ),
  }
}
