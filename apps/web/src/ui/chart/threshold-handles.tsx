import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { chartTexts } from './chart.texts.ts'
import { topOf } from './chart-axes.tsx'
import type { UnitFormat } from './format-unit.ts'
import styles from './line-chart.module.css'
import type { Threshold } from './line-marks.tsx'
import { draggedValue } from './threshold-drag.ts'
import type { ValueScale } from './value-scale.ts'

type ThresholdHandlesProps = {
  thresholds: readonly Threshold[]
  scale: ValueScale
  format: UnitFormat
  height: number
  /** Whether one is being dragged: the axis keeps its ends meanwhile. */
  onHold: (isHeld: boolean) => void
  onChange: (key: string, value: number) => void
}

/** Moves thresholds by pointer, or by arrow keys as a slider. Escape during a drag puts the threshold back. */
export function ThresholdHandles({ thresholds, scale, format, height, onHold, onChange }: ThresholdHandlesProps) {
  const words = useTexts(chartTexts)
  const [drag, setDrag] = useState<{ key: string; startY: number; startValue: number } | null>(null)

  function end() {
    setDrag(null)
    onHold(false)
  }

  function begin(event: PointerEvent, { key, value }: Threshold) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ key, startY: event.clientY, startValue: value })
    onHold(true)
  }

  function move(event: PointerEvent) {
    if (drag) onChange(drag.key, draggedValue(drag.startValue, drag.startY - event.clientY, { scale, height }))
  }

  function handleKeyDown(event: KeyboardEvent, { key, value }: Threshold) {
    const moves: Record<string, number> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }
    const steps = moves[event.key]
    if (event.key === 'Escape' && drag) {
      onChange(drag.key, drag.startValue)
      end()
    } else if (steps !== undefined) onChange(key, draggedValue(value, 0, { scale, height, steps }))
    else if (event.key === 'Home') onChange(key, scale.min)
    else if (event.key === 'End') onChange(key, scale.max)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return thresholds.map((threshold) => (
    <div
      key={threshold.key}
      className={styles.handle}
      data-level={threshold.level}
      style={{ top: topOf(threshold.value, scale) }}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.moveThreshold(threshold.label ?? words.levels[threshold.level])}
      aria-valuenow={threshold.value}
      aria-valuemin={Math.min(scale.min, threshold.value)}
      aria-valuemax={Math.max(scale.max, threshold.value)}
      aria-valuetext={format.value(threshold.value)}
      onKeyDown={(event) => handleKeyDown(event, threshold)}
      onPointerDown={(event) => begin(event, threshold)}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  ))
}
