/** npm passes SIGTERM to a shell that dies of it without telling the script, which then has another parent; so it has when that is killed. */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 250).unref()
}
