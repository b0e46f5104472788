type Option = { value: string; label: string; count?: number | undefined }

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is chosen is among the options, also before these have come. */
export const withChosen = (options: readonly Option[] = [], chosen: readonly string[] = []): Option[] => [
  ...options,
  ...chosen.filter((one) => !options.some(({ value }) => value === one)).map((value) => ({ value, label: id.test(value) ? '…' : value })),
]
