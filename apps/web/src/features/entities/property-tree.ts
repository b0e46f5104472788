export type PropertyNode = {
  /** Unlike any other of the tree. */
  key: string
  /** How a program would write the way to it: `a.b[0]["a name"]`. */
  path: string
  name: string
  depth: number
  /** What it is written as when it holds nothing else. */
  text: string | null
  /** How much it holds, of objects and lists. */
  size: number
  isList: boolean
  value: unknown
  parent: string | null
  hasFound: boolean
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u
const pathTo = (path: string, name: string | number) =>
  typeof name === 'number'
    ? `${path}[${name}]`
    : plainName.test(name)
      ? path
        ? `${path}.${name}`
        : name
      : `${path}[${JSON.stringify(name)}]`

const isHolder = (value: unknown): value is object => value !== null && typeof value === 'object'
const entriesOf = (value: object): [string | number, unknown][] =>
  Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))

/** Every node of the properties by name, each after what holds it. However deep, and whatever the names. */
export function listProperties(properties: unknown): PropertyNode[] {
  const nodes: PropertyNode[] = []
  if (!isHolder(properties)) return nodes
  const waiting: { name: string | number; value: unknown; holder: PropertyNode | null; index: number }[] = []
  const hold = (value: object, holder: PropertyNode | null) => {
    const entries = entriesOf(value)
    for (let index = entries.length - 1; index >= 0; index--) {
      const [name, item] = entries[index] as [string | number, unknown]
      waiting.push({ name, value: item, holder, index })
    }
  }
  hold(properties, null)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, value, holder, index } = next
    const size = isHolder(value) ? entriesOf(value).length : 0
    const node: PropertyNode = {
      key: `${holder?.key ?? ''}/${index}`,
      path: pathTo(holder?.path ?? '', name),
      name: String(name),
      depth: (holder?.depth ?? -1) + 1,
      text: size > 0 ? null : JSON.stringify(value),
      size,
      isList: Array.isArray(value),
      value,
      parent: holder?.key ?? null,
      hasFound: false,
    }
    nodes.push(node)
    if (isHolder(value)) hold(value, node)
  }
  return nodes
}

/** Those whose name or value has the text, in any case, each with all that it is within; and how many have it. */
export function findProperties(nodes: readonly PropertyNode[], search: string): { nodes: PropertyNode[]; found: number } {
  const wanted = search.trim().toLowerCase()
  const kept = new Set<string>()
  const hits = new Set<string>()
  for (const node of nodes.toReversed()) {
    const has = node.name.toLowerCase().includes(wanted) || (node.text?.toLowerCase().includes(wanted) ?? false)
    if (has) hits.add(node.key)
    if (!has && !kept.has(node.key)) continue
    kept.add(node.key)
    if (node.parent !== null) kept.add(node.parent)
  }
  return {
    nodes: nodes.filter(({ key }) => kept.has(key)).map((node) => (hits.has(node.key) ? { ...node, hasFound: true } : node)),
    found: hits.size,
  }
}

/** Without what is within closed ones. */
export function visibleProperties(nodes: readonly PropertyNode[], closed: ReadonlySet<string>): PropertyNode[] {
  const visible: PropertyNode[] = []
  let hiddenBelow: number | null = null
  for (const node of nodes) {
    if (hiddenBelow !== null && node.depth > hiddenBelow) continue
    hiddenBelow = closed.has(node.key) ? node.depth : null
    visible.push(node)
  }
  return visible
}

const openAtMost = 200

/** What is closed at first: nothing of few, all but the outermost of many. */
export const closedAtFirst = (nodes: readonly PropertyNode[]): Set<string> => (nodes.length <= openAtMost ? new Set() : allHolders(nodes))

export const allHolders = (nodes: readonly PropertyNode[]): Set<string> =>
  new Set(nodes.filter(({ size }) => size > 0).map(({ key }) => key))
