import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Branding,
  type BrandingChange,
  getBranding,
  type PictureKind,
  removeBrandingPicture,
  saveBranding,
  saveBrandingPicture,
} from '@vakt/contract/branding.ts'
import { testChecklistItem } from '@vakt/contract/customers/checklists.ts'
import { ApiError, call } from '#web/platform/api.ts'
import { currentLanguage } from '#web/platform/language.ts'
import { showBranding } from './show-branding.ts'

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => call(getBranding, { signal }),
})

/** What is saved is shown at once around the page. */
function useKeep() {
  const queryClient = useQueryClient()
  return {
    onSuccess: (saved: Branding) => {
      queryClient.setQueryData(brandingQuery.queryKey, saved)
      showBranding(saved)
      void queryClient.invalidateQueries({ queryKey: ['recorded-actions'] })
      void queryClient.invalidateQueries({ queryKey: ['checklist'] })
    },
    onError: (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries({ queryKey: brandingQuery.queryKey })
    },
  }
}

export const useSaveBranding = () => useMutation({ mutationFn: (body: BrandingChange) => call(saveBranding, { body }), ...useKeep() })

/** Null takes it away. */
export const useSavePicture = (kind: PictureKind) =>
  useMutation({
    mutationFn: (picture: string | null) =>
      picture === null
        ? call(removeBrandingPicture, { params: { kind } })
        : call(saveBrandingPicture, { params: { kind }, body: { picture } }),
    ...useKeep(),
  })

export const useTestMail = () =>
  useMutation({ mutationFn: () => call(testChecklistItem, { body: { item: 'mail', language: currentLanguage() } }) })
