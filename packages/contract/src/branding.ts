import { operation } from './operation.ts'
import { nullable, object, oneLine, type Static, Type } from './schema.ts'

/** The wide logo, the one for the dark theme, and the square symbol of the sidebar and the browser's tab. */
export const pictureKinds = ['logo', 'logo-dark', 'symbol'] as const
export type PictureKind = (typeof pictureKinds)[number]

const optional = (pattern: string) => `^$|${pattern}`
const mailAddress = '^[^\\s@<>"(),:;\\[\\]\\\\]+@[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)+$'
const webAddress = '^https?:\\/\\/[^\\s<>"]+$'

const BrandingFields = {
  name: oneLine({ maxLength: 60, description: 'Of the provider, in place of Vakt; empty: Vakt' }),
  accent: Type.String({
    pattern: '^(#[0-9a-fA-F]{6})?$',
    description: 'The accent colour, such as #0b6e4f; where it cannot be read on a theme it is made lighter or darker. Empty: Vakt’s',
    messages: { pattern: 'branding.accent' },
  }),
  siteUrl: Type.String({
    maxLength: 300,
    pattern: optional(webAddress),
    description: 'The provider’s own site',
    messages: { pattern: 'branding.site_url' },
  }),
  support: Type.String({
    maxLength: 300,
    pattern: optional(`${webAddress}|${mailAddress}`),
    description: 'Where people get help: a web address or an email address',
    messages: { pattern: 'branding.support' },
  }),
  senderName: oneLine({ maxLength: 60, description: 'In the From of mails; empty: the name, else that of MAIL_FROM' }),
  senderAddress: Type.String({
    maxLength: 254,
    pattern: optional(mailAddress),
    description: 'In the From of mails, in the domain of MAIL_FROM; empty: that of MAIL_FROM',
    messages: { pattern: 'branding.sender_address' },
  }),
  mailFooter: Type.String({ maxLength: 500, description: 'Below each mail' }),
  showsVakt: Type.Boolean({ description: 'Whether the sign-in page and mails say “Powered by Vakt”' }),
}

export const BrandingPicture = object({
  path: Type.String({ description: 'Where it is; another one has another address' }),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
})
export type BrandingPicture = Static<typeof BrandingPicture>

export const BrandingChange = object({ ...BrandingFields, version: Type.Integer({ minimum: 0 }) })
export type BrandingChange = Static<typeof BrandingChange>

export const Branding = object({
  ...BrandingFields,
  pictures: object({
    logo: nullable(BrandingPicture),
    'logo-dark': nullable(BrandingPicture),
    symbol: nullable(BrandingPicture),
  }),
  /** What mails are sent with when nothing is chosen. */
  mailFrom: object({
    name: Type.String(),
    address: Type.String(),
    isAddressFixed: Type.Boolean({ description: 'Whether mails can come from no other mailbox' }),
  }),
  version: Type.Integer({ minimum: 0 }),
})
export type Branding = Static<typeof Branding>

/** What the served page says of the provider, before anyone is signed in. */
export type PageBranding = Pick<Branding, 'name' | 'siteUrl' | 'support' | 'showsVakt'> & {
  logo: BrandingPicture | null
  logoDark: BrandingPicture | null
  /** The address of the square symbol; null: Vakt’s. */
  icon: string | null
}

export const largestLogoInBytes = 1024 * 1024
const longestPicture = Math.ceil(largestLogoInBytes / 3) * 4 + 40

export const getBranding = operation({
  summary: 'The name, colour, pictures and mail sender of the provider',
  method: 'GET',
  path: '/admin/branding',
  access: 'global-admin',
  result: Branding,
})

export const saveBranding = operation({
  summary: 'Change the name, colour, links and mail sender of the provider; pictures stay',
  method: 'PUT',
  path: '/admin/branding',
  access: 'global-admin',
  announces: { content: ['branding'], to: 'staff' },
  recordsItself: ['installation.branding'],
  body: BrandingChange,
  result: Branding,
})

export const saveBrandingPicture = operation({
  summary: 'Upload a logo or the symbol: PNG, JPEG, WebP or SVG as a data URL, at most 1 MB; it is kept as a PNG of its pixels',
  method: 'PUT',
  path: '/admin/branding/picture/:kind',
  access: 'global-admin',
  announces: { content: ['branding'], to: 'staff' },
  recordsItself: ['installation.branding-picture'],
  body: object({
    picture: Type.String({
      maxLength: longestPicture,
      pattern: '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+=*$',
      messages: { maxLength: 'branding.picture_too_large', pattern: 'branding.no_picture' },
    }),
  }),
  bodyLimitInBytes: longestPicture + 1024,
  result: Branding,
})

export const removeBrandingPicture = operation({
  summary: 'Remove a logo or the symbol',
  method: 'DELETE',
  path: '/admin/branding/picture/:kind',
  access: 'global-admin',
  announces: { content: ['branding'], to: 'staff' },
  recordsItself: ['installation.branding-picture'],
  result: Branding,
})
