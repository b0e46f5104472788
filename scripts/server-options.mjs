/**
 * Keeps the heap near what is in use: left alone it grows to four times as much under load and keeps that (docs/performance.md). Young objects
 * get up to three times 8 MB while much is asked, since collecting them more often took a fifth of the server's time; an idle server gives that back.
 */
export const serverOptions = ['--max-semi-space-size=8', '--heap-growing-percent=80']
