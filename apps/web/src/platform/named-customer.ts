const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Which of these customers an address is about, by its path or by `?customer=`; undefined for none. */
export function customerNamedBy(address: string, customers: readonly { customer_id: string }[] = []): string | undefined {
  const { pathname, searchParams } = new URL(address, 'https://vakt.invalid')
  // The first part of a path names the screen.
  const named = [searchParams.get('customer'), ...pathname.split('/').slice(2).map(decoded)]
  return customers.find(({ customer_id: id }) => named.includes(id))?.customer_id
}
