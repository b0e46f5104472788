import { texts, useTexts } from '#web/platform/texts.ts'

const customerNameTexts = texts({ closed: (name: string) => `${name} (closed)` }, { closed: (name) => `${name} (stängd)` })

/** The name of a customer, and that it has left where it has. */
export function CustomerName({ name, isClosed }: { name: string; isClosed: boolean }) {
  const words = useTexts(customerNameTexts)
  return isClosed ? words.closed(name) : name
}
