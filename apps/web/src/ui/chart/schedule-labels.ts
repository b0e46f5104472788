import type { ScheduleBar } from './schedule-timeline.tsx'
import { type Span, shareOf } from './span.ts'

const targetWidth = 24
const leastWidth = 6
const pixelsPerLetter = 6.5
const labelPadding = 12

type LabelPlace = { minWidth: number; isLabelBeside: boolean; labelAt: number }

/**
 * How wide each bar of a row is at least, and whether its label stands after it: where it is longer than the bar, and fits before the next bar
 * of its lane. In pixels; the bars by their start.
 */
export function placeLabels(bars: readonly ScheduleBar[], lanes: readonly number[], span: Span, width: number): LabelPlace[] {
  return bars.map((bar, index) => {
    const from = Math.max(0, shareOf(bar.from, span)) * width
    const to = (bar.to === null ? 1 : Math.min(1, shareOf(bar.to, span))) * width
    const next = bars.findIndex((_, at) => at > index && lanes[at] === lanes[index])
    const free = (next < 0 ? width : shareOf(bars[next]?.from ?? span.to, span) * width) - from
    const minWidth = Math.max(leastWidth, Math.min(targetWidth, free))
    const drawn = Math.max(minWidth, to - from)
    const needed = bar.label.length * pixelsPerLetter + labelPadding
    return { minWidth, isLabelBeside: !bar.short && drawn < needed && drawn + needed <= free, labelAt: from + drawn }
  })
}
