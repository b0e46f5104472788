import type { Severity } from '@vakt/contract/severity.ts'
import { isAtLeast } from '@vakt/domain/severity.ts'

/** Whether it got worse. */
export const isWorse = (severity: Severity, before: Severity): boolean => severity !== before && isAtLeast(severity, before)

/** An alert of an incident that just began to fire, or just got worse. */
type Rising = { severity: Severity; isHeld: boolean }

/** Whether an incident got this bad by alerts that a window holds, and by no other: then no one is notified until the window ends. */
export const isEscalationHeld = (severity: Severity, rising: readonly Rising[]): boolean =>
  rising.some(({ isHeld }) => isHeld) && !rising.some((one) => !one.isHeld && isAtLeast(one.severity, severity))
