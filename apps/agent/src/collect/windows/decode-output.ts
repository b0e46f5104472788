/** What a program of Windows wrote: UTF-16 with or without its mark, UTF-8, or, where that cannot be, a code page of western Europe. */
export function decodeOutput(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  // Latin letters in UTF-16 have a zero beside each.
  const start = bytes.subarray(0, 64)
  const zeros = start.filter((byte, index) => index % 2 === 1 && byte === 0).length
  if (start.length >= 4 && zeros > start.length / 4) return bytes.toString('utf16le')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Text of XML as it is meant: `&amp;` is `&`, `&#13;&#10;` is the end of a line. */
export const decodeXmlText = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|quot|apos|amp));/gi, (whole, hexadecimal, decimal, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
