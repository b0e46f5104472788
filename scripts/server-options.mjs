/**
 * Keeps the heap near what is in use: left alone it grows to four times as much under load and keeps that, and young objects get three times
 * 16 MB. Half the memory, and no fewer requests a second (docs/performance.md).
 */
export const serverOptions = ['--max-semi-space-size=4', '--heap-growing-percent=80']
