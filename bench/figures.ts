/** One measured quantity: a value for each round, and what is wanted of their median. */
export type Figure = {
  name: string
  unit: string
  values: number[]
  /** Without a goal the figure only helps to read the others. */
  goal?: { atLeast: number } | { atMost: number }
}

export function readMedian(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** The value that this share of all does not exceed. */
export function readQuantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

function show(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

function describeGoal({ goal, unit }: Figure): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `≥ ${show(goal.atLeast)} ${unit}` : `≤ ${show(goal.atMost)} ${unit}`
}

function judge({ goal, values }: Figure): string {
  if (!goal) return ''
  const median = readMedian(values)
  return ('atLeast' in goal ? median >= goal.atLeast : median <= goal.atMost) ? 'met' : 'MISSED'
}

/** The table as Markdown: figure, goal, median, the least and the most of all rounds, and whether the median meets the goal. */
export function drawTable(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const [least, most] = [Math.min(...figure.values), Math.max(...figure.values)]
    return [
      figure.name,
      describeGoal(figure),
      `${show(readMedian(figure.values))} ${figure.unit}`,
      `${show(least)}–${show(most)}`,
      judge(figure),
    ]
  })
  const all = [['figure', 'goal', 'median', 'spread', ''], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  return [lines[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n')
}
