/** How far back the demo customer's metrics go. */
export const demoHistoryDays = 90
