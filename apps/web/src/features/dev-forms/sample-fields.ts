import { useMemo } from 'react'
import type { FieldDefinition, OptionItem } from '#web/forms/field-definition.ts'
import { useTexts } from '#web/platform/texts.ts'
import { devFormsTexts } from './dev-forms.texts.ts'

type Person = { id: string; name: string; email: string }

export type Sample = {
  name: string
  description: string
  key: string
  notify: boolean
  email: string
  low: number | ''
  high: number | ''
  from: string
  to: string
  severity: string
  cloud: string
  region: string
  resources: string[]
  areas: string[]
  owner: Person | null
  watchers: Person[]
  addresses: string[]
  tags: string[]
  files: File[]
  enabled: boolean
  agree: boolean
}

const people: Person[] = ['Anna Lind', 'Björn Ek', 'Cecilia Öman', 'David Åkesson', 'Eva-Lotta Strandberg-Holmgren'].map((name, index) => ({
  id: String(index + 1),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
}))
const peopleOptions = people.map((person) => ({ value: person, label: person.name, description: person.email }))
const resources = Array.from({ length: 2000 }, (_, index) => `vm-${String(index + 1).padStart(4, '0')}`)
const areas = ['Infrastructure', 'Security', 'Workplace', 'Database', 'Office 365']
const regions: Record<string, string[]> = {
  azure: ['Sweden Central', 'West Europe', 'North Europe'],
  aws: ['eu-north-1', 'eu-west-1', 'eu-central-1'],
}
const asOptions = (values: readonly string[]): OptionItem[] => values.map((value) => ({ value, label: value }))

export const filledSample: Sample = {
  name: 'Disk almost full',
  description: 'Watches the system disks of the shop servers.\nThey fill up when the nightly copy fails.',
  key: 'correct horse battery staple',
  notify: true,
  email: 'night@example.com',
  low: 5,
  high: 20,
  from: new Date('2026-11-21T00:00:00').toISOString(),
  to: new Date('2026-12-24T00:00:00').toISOString(),
  severity: 'high',
  cloud: 'aws',
  region: 'eu-west-1',
  resources: resources.slice(0, 7),
  areas: areas.slice(0, 2),
  owner: people[1] ?? null,
  watchers: people,
  addresses: ['https://shop.example.com', 'https://pay.example.com'],
  tags: ['production', 'shop', 'a tag with a name that is rather long for one'],
  files: [new File(['x'.repeat(120_000)], 'screenshot of the full disk.png', { type: 'image/png' })],
  enabled: true,
  agree: true,
}

const day = (moment: string) => (moment ? new Date(moment).toLocaleDateString('sv-SE') : '')

/** One form with every kind of field. */
export function useSampleFields(isDisabled = false): FieldDefinition<Sample>[] {
  const words = useTexts(devFormsTexts)
  return useMemo(() => {
    const { severities } = words
    const fields: FieldDefinition<Sample>[] = [
      { type: 'label', name: 'heading', label: words.heading, help: words.headingHelp },
      {
        type: 'text',
        name: 'name',
        label: words.name,
        help: words.nameHelp,
        tooltip: words.nameTooltip,
        required: true,
        validator: { condition: (name) => /\p{L}/u.test(name), message: words.mustContain },
      },
      { type: 'textarea', name: 'description', label: words.description, placeholder: words.descriptionPlaceholder },
      { type: 'text', isSecret: true, name: 'key', label: words.key, help: words.keyHelp },
      { type: 'number', name: 'low', label: words.low, help: words.lowHelp, min: 1, max: 20 },
      { type: 'number', name: 'high', label: words.high, help: words.highHelp, min: ({ low }) => Number(low) + 1, max: 100 },
      { type: 'datepicker', name: 'from', label: words.from, required: true },
      { type: 'datepicker', name: 'to', label: words.to, help: words.toHelp, min: ({ from }) => day(from) },
      {
        type: 'radiogroup',
        name: 'severity',
        label: words.severity,
        required: true,
        options: [
          { value: 'low', label: severities.low },
          { value: 'medium', label: severities.medium },
          { value: 'high', label: severities.high },
          { value: 'urgent', label: severities.urgent, description: words.severityHelp },
        ],
      },
      {
        type: 'select',
        name: 'cloud',
        label: words.cloud,
        options: [
          { value: 'azure', label: 'Azure', default: true },
          { value: 'aws', label: 'AWS' },
          { value: 'gcp', label: 'Google Cloud', disabled: true, disabledPreFix: words.planned, disabledPostFix: words.notForYou },
        ],
      },
      { type: 'filterselect', name: 'region', label: words.region, options: ({ cloud }) => asOptions(regions[cloud] ?? []) },
      {
        type: 'filterselect',
        multiple: true,
        name: 'resources',
        label: words.resources,
        tooltip: words.resourcesTooltip,
        options: resources.map((value, index) =>
          index === 3 ? { value, label: value, disabled: true, disabledPostFix: words.notForYou } : { value, label: value },
        ),
      },
      { type: 'select', multiple: true, name: 'areas', label: words.areas, options: asOptions(areas) },
      {
        type: 'objectsingle',
        name: 'owner',
        label: words.owner,
        placeholder: words.ownerPlaceholder,
        identify: ({ id }) => id,
        options: peopleOptions,
      },
      { type: 'objectmultiple', name: 'watchers', label: words.watchers, identify: ({ id }) => id, options: peopleOptions },
      { type: 'textmultiple', name: 'addresses', label: words.addresses, placeholder: words.addressPlaceholder },
      { type: 'tags', name: 'tags', label: words.tags, placeholder: words.tagsPlaceholder },
      { type: 'file', name: 'files', label: words.files },
      { type: 'switch', name: 'notify', label: words.notify },
      {
        type: 'email',
        name: 'email',
        label: words.email,
        placeholder: words.emailPlaceholder,
        required: true,
        render: ({ notify }) => notify,
      },
      { type: 'switch', name: 'enabled', label: words.enabled },
      { type: 'bool', name: 'agree', label: words.agree, required: true },
    ]
    return isDisabled ? fields.map((field) => ({ ...field, disabled: true })) : fields
  }, [words, isDisabled])
}
