import * as contract from '@vakt/contract/branding.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { type BrandingParts, getBranding, removeBrandingPicture, saveBranding, saveBrandingPicture } from './manage-branding.ts'

export const brandingRoutes = (parts: BrandingParts): Served[] => [
  serve(contract.getBranding, () => getBranding(parts)),
  serve(contract.saveBranding, (context, { body }) => saveBranding(parts, context, body)),
  serve(contract.saveBrandingPicture, (context, { params, body }) => saveBrandingPicture(parts, context, params.kind, body.picture)),
  serve(contract.removeBrandingPicture, (context, { params }) => removeBrandingPicture(parts, context, params.kind)),
]
