import { type Branding, BrandingChange } from '@vakt/contract/branding.ts'
import { useMemo } from 'react'
import { fieldsOf } from '#web/forms/contract-rules.ts'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { FieldPair, FormActions, FormPart } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './branding.module.css'
import { brandingTexts } from './branding.texts.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { useSaveBranding } from './branding-queries.ts'
import { PictureField } from './picture-field.tsx'
import { TestMail } from './test-mail.tsx'

type Values = Omit<BrandingChange, 'version'>

const contract = fieldsOf(BrandingChange)

function useBrandingFields({ name, address, isAddressFixed }: Branding['mailFrom']): FieldDefinition<Values>[] {
  const words = useTexts(brandingTexts)
  return useMemo(
    () => [
      { ...contract.name, type: 'text', name: 'name', label: words.name, help: words.nameHelp, placeholder: 'Vakt' },
      { ...contract.accent, type: 'text', name: 'accent', label: words.accent, help: words.accentHelp, placeholder: '#4b4ac9' },
      { ...contract.siteUrl, type: 'text', name: 'siteUrl', label: words.siteUrl, help: words.siteUrlHelp, placeholder: 'https://' },
      { ...contract.support, type: 'text', name: 'support', label: words.support, help: words.supportHelp },
      { ...contract.senderName, type: 'text', name: 'senderName', label: words.senderName, placeholder: name },
      {
        ...contract.senderAddress,
        type: 'text',
        name: 'senderAddress',
        label: words.senderAddress,
        placeholder: address,
        disabled: isAddressFixed,
        help: isAddressFixed ? words.senderFixed(address) : words.senderAddressHelp(address.slice(address.lastIndexOf('@') + 1)),
      },
      { ...contract.mailFooter, type: 'textarea', name: 'mailFooter', label: words.mailFooter, help: words.mailFooterHelp, rows: 3 },
      { type: 'switch', name: 'showsVakt', label: words.showsVakt, help: words.showsVaktHelp },
    ],
    [words, name, address, isAddressFixed],
  )
}

export function BrandingForm({ branding }: { branding: Branding }) {
  const words = useTexts(brandingTexts)
  const save = useSaveBranding()
  const { version, pictures, mailFrom, ...start } = branding
  const form = useForm<Values>({ fields: useBrandingFields(mailFrom), start })
  const { phase, values } = useFormState(form)
  const picked = /^#[0-9a-f]{6}$/i.test(values.accent) ? values.accent : '#4b4ac9'
  return (
    <div className={styles.page}>
      <AskBeforeLeaving when={form.isDirty} />
      <div className={styles.form}>
        <Form
          form={form}
          label={words.title}
          messages={words.messages}
          failureTexts={{ onFields: words.notSaved, general: words.notSaved }}
          onSubmit={(wanted) => save.mutateAsync({ ...start, ...wanted, version })}
          onSent={() => showToast(words.saved, 'success')}
        >
          <FormPart title={words.identity}>
            <FormField form={form} name="name" />
            <div className={styles.accent}>
              <FormField form={form} name="accent" />
              <input
                type="color"
                aria-label={words.chooseColour}
                value={picked.toLowerCase()}
                onChange={({ currentTarget }) => form.change('accent', currentTarget.value)}
              />
            </div>
          </FormPart>
          <FormPart title={words.pictures}>
            <p className={styles.help}>{words.picturesHelp}</p>
            {(['logo', 'logo-dark', 'symbol'] as const).map((kind) => (
              <PictureField key={kind} kind={kind} picture={pictures[kind]} />
            ))}
          </FormPart>
          <FormPart title={words.links}>
            <FormField form={form} name="siteUrl" />
            <FormField form={form} name="support" />
          </FormPart>
          <FormPart title={words.mails}>
            <FieldPair>
              <FormField form={form} name="senderName" />
              <FormField form={form} name="senderAddress" />
            </FieldPair>
            <FormField form={form} name="mailFooter" />
            <FormField form={form} name="showsVakt" />
          </FormPart>
          <FormActions>
            <TestMail />
            <Button type="submit" loading={phase === 'submitting'}>
              {words.save}
            </Button>
          </FormActions>
        </Form>
      </div>
      <BrandingPreview values={values} pictures={pictures} />
    </div>
  )
}
