import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReportRecipient } from '@vakt/contract/reports/report-mails.ts'
import * as contract from '@vakt/contract/reports/reports-of-customers.ts'
import { addMonths } from '@vakt/domain/cloudops/price.ts'
import { withCapital, writeMonth } from '@vakt/domain/reports/write-figures.ts'
import { useMemo } from 'react'
import type { FieldDefinition } from '#web/forms/field-definition.ts'
import { Form } from '#web/forms/form.tsx'
import { FormField } from '#web/forms/form-field.tsx'
import { useForm, useFormState } from '#web/forms/use-form.ts'
import { call } from '#web/platform/api.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useFormat } from '#web/platform/format.ts'
import { useLanguage } from '#web/platform/language.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useSession } from '#web/platform/session.ts'
import { isAdministrator } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { useCustomerOptions } from '#web/shared/customers/customer-groups.ts'
import { customerStatesQuery } from '#web/shared/customers/customer-states-query.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormActions } from '#web/ui/page/form-page.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import styles from './reports.module.css'
import { reportsOfCustomersTexts } from './reports-of-customers.texts.ts'

type Values = { customers: string[]; period: string; isMonthly: boolean; day: number | ''; recipients: readonly ReportRecipient[] }

const months = 24
const usualDay = 3
const none: readonly string[] = []

/** For staff: a report for each of several customers or of those in a group, and the same each month by mail. */
export function ReportsOfCustomers() {
  const words = useTexts(reportsOfCustomersTexts)
  const { locale } = useFormat()
  const language = useLanguage()
  const client = useQueryClient()
  const mayMail = isAdministrator(useSession())
  const options = useCustomerOptions(useQuery(customerStatesQuery).data?.customers, none)
  const current = new Date(serverNow()).toISOString().slice(0, 7)
  const fields = useMemo((): FieldDefinition<Values>[] => {
    const name = (month: string) => withCapital(writeMonth(month, locale), locale)
    return [
      {
        type: 'filterselect',
        multiple: true,
        name: 'customers',
        label: words.customers,
        required: true,
        options: options.map(({ value, label }) => ({ value, label })),
      },
      {
        type: 'select',
        name: 'period',
        label: words.period,
        required: true,
        options: Array.from({ length: months }, (_, index) => addMonths(current, -index)).map((month) => ({
          value: month,
          label: month === current ? words.soFar(name(month)) : name(month),
        })),
      },
      { type: 'switch', name: 'isMonthly', label: words.monthly, render: () => mayMail },
      {
        ...{ type: 'number', name: 'day', label: words.day, help: words.dayHelp, required: true, min: 1, max: 28 },
        render: ({ isMonthly }) => isMonthly === true,
      },
      {
        type: 'search',
        name: 'recipients',
        label: words.people,
        help: words.peopleHelp,
        required: true,
        identify: ({ userId }) => userId,
        nameOf: (person) => person.name,
        find: async (q, signal) =>
          (await call(contract.findReportRecipientsOfProvider, { query: { q }, signal })).map((person) => ({
            value: person,
            label: person.name,
            description: person.email,
          })),
        render: ({ isMonthly }) => isMonthly === true,
      },
    ]
  }, [words, options, locale, current, mayMail])
  const form = useForm<Values>({ fields, start: { period: addMonths(current, -1), isMonthly: false, day: usualDay, recipients: [] } })
  const { phase } = useFormState(form)

  async function make({ customers, period, isMonthly, day, recipients }: Values): Promise<number> {
    await downloadFile(contract.getReportDocumentsOfCustomers, { query: { period, customer: customers, language } })
    if (!isMonthly) return 0
    const body = { customerIds: customers, day: Number(day), userIds: recipients.map(({ userId }) => userId) }
    return (await call(contract.saveReportMailsOfCustomers, { body })).customers
  }

  return (
    <section className={styles.several} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.dim}>{words.intro}</p>
      <Form
        form={form}
        label={words.title}
        messages={words.messages}
        failureTexts={{ onFields: words.notMade, general: words.notMade }}
        onSubmit={make}
        onSent={(mailed) => {
          void client.invalidateQueries({ queryKey: ['report-mails'] })
          showToast(mailed ? words.madeAndSent(mailed) : words.made, 'success')
        }}
      >
        <FormField form={form} name="customers" />
        <FormField form={form} name="period" />
        <FormField form={form} name="isMonthly" />
        <FormField form={form} name="day" />
        <FormField form={form} name="recipients" />
        <FormActions>
          <Button type="submit" loading={phase === 'submitting'}>
            {words.make}
          </Button>
        </FormActions>
      </Form>
    </section>
  )
}
