/**
 * Files in groups that take about the same time, the longest first.
 * @param {string[]} files
 * @param {Record<string, number>} times milliseconds by file, of those that ran before; the others count as an average one
 * @param {number} count how many groups
 * @returns {string[][]} without empty groups
 */
export function shareOut(files, times, count) {
  const groups = Array.from({ length: count }, () => ({ files: /** @type {string[]} */ ([]), time: 0 }))
  const timeOf = estimate(files, times)
  for (const file of inOrderOfLength(files, times)) {
    const least = groups.reduce((one, other) => (other.time < one.time ? other : one))
    least.files.push(file)
    least.time += timeOf(file)
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0)
}

/** The longest first; files of which nothing is known keep their order. */
export function inOrderOfLength(files, times) {
  const timeOf = estimate(files, times)
  return files.toSorted((one, other) => timeOf(other) - timeOf(one))
}

function estimate(files, times) {
  const known = files.flatMap((file) => times[file] ?? [])
  const average = known.length > 0 ? known.reduce((sum, time) => sum + time, 0) / known.length : 1
  return (file) => times[file] ?? average
}
