type Sign = readonly [name: string, sign: RegExp]

// Anyone who poses as another comes before it: nearly all name Chrome and Safari too.
const browsers: readonly Sign[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const systems: readonly Sign[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const find = (signs: readonly Sign[], text: string) => signs.find(([, sign]) => sign.test(text))?.[0] ?? null

/** What a person would call the browser and the system that a user agent tells of; null for what is not known. */
export function describeUserAgent(userAgent: string): { browser: string | null; system: string | null } {
  return { browser: find(browsers, userAgent), system: find(systems, userAgent) }
}
