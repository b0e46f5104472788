/** JSON indented; what is none, or was cut, as it came. */
export function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
