// Apart from the calls: the address of a screen is read by these, and every screen loads them.
export const entityChangeKinds = ['added', 'changed', 'gone', 'returned'] as const
export type EntityChangeKind = (typeof entityChangeKinds)[number]
