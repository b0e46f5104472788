/**
 * Files in groups that take about the same time, the longest first.
 * @param {string[]} files
 * @param {Record<string, number>} times milliseconds by file; the others count as a second each
 * @param {number} count how many groups
 * @returns {string[][]} without empty groups
 */
export function shareOut(files, times, count) {
  const groups = Array.from({ length: count }, () => ({ files: /** @type {string[]} */ ([]), time: 0 }))
  const timeOf = estimate(times)
  for (const file of inOrderOfLength(files, times)) {
    const least = groups.reduce((one, other) => (other.time < one.time ? other : one))
    least.files.push(file)
    least.time += timeOf(file)
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0)
}

/** The longest first; files that take the same time keep their order. */
export function inOrderOfLength(files, times) {
  const timeOf = estimate(times)
  return files.toSorted((one, other) => timeOf(other) - timeOf(one))
}

const estimate = (times) => (file) => times[file] ?? 1000
