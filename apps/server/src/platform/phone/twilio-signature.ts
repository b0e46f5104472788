import { createHmac, timingSafeEqual } from 'node:crypto'

/** `X-Twilio-Signature`: HMAC-SHA1 of the address and the sorted fields, each name followed by its values, repeated ones once. */
export function signTwilio(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}

/** The port stands in the address that some of its systems sign, and not in that of others. */
function variantsOf(url: string): string[] {
  const parsed = new URL(url)
  const standard = parsed.protocol === 'https:' ? '443' : '80'
  const withPort = url.replace(parsed.host, `${parsed.hostname}:${parsed.port || standard}`)
  return [url, withPort, url.replace(parsed.host, parsed.hostname)]
}

/** Compares in constant time. `url` is the public address that Twilio was given. */
export function isSignedByTwilio(
  authToken: string,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
): boolean {
  const given = Buffer.from(signature)
  return variantsOf(url).some((variant) => {
    const expected = Buffer.from(signTwilio(authToken, variant, form))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
