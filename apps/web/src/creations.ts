import { type Access, customerChoiceAccess } from '@vakt/contract/features.ts'
import { CalendarPlus, Gauge, type LucideIcon, TicketPlus, Workflow } from 'lucide-react'
import type { ShownCustomer } from '#web/platform/shown-customer.ts'
import { type Texts, texts } from '#web/platform/texts.ts'

export type CreateItem = {
  key: string
  words: Texts<{ title: string; about: string }>
  icon: LucideIcon
  access: Access
  /** Of one customer, for which it asks where staff look at none; the form of a ticket has a field for it. */
  asksForCustomer?: true
  to: '/tickets/create' | '/alert-rules/$customerId/create' | '/automation/$customerId/new' | '/service-window/$customerId/create'
}

const creations: CreateItem[] = [
  {
    key: 'ticket',
    words: texts(
      { title: 'Create ticket', about: 'Ask for something, or report a fault' },
      { title: 'Skapa ärende', about: 'Be om något eller anmäl ett fel' },
    ),
    to: '/tickets/create',
    icon: TicketPlus,
    access: ['@feature.tickets.write'],
  },
  {
    key: 'alertRule',
    words: texts(
      { title: 'Create alert rule', about: 'On a metric that passes a threshold' },
      { title: 'Skapa larmregel', about: 'För ett mått som passerar ett gränsvärde' },
    ),
    to: '/alert-rules/$customerId/create',
    asksForCustomer: true,
    icon: Gauge,
    access: ['@feature.myenvironment.write'],
  },
  {
    key: 'process',
    words: texts(
      { title: 'Create process', about: 'Do something by itself on an alert' },
      { title: 'Skapa process', about: 'Gör något av sig självt vid ett larm' },
    ),
    to: '/automation/$customerId/new',
    asksForCustomer: true,
    icon: Workflow,
    access: ['@feature.myenvironment.write'],
  },
  {
    key: 'serviceWindow',
    words: texts(
      { title: 'Create service window', about: 'Hold alerts during work' },
      { title: 'Skapa servicefönster', about: 'Håll larm under ett arbete' },
    ),
    to: '/service-window/$customerId/create',
    asksForCustomer: true,
    icon: CalendarPlus,
    access: ['@feature.servicewindow.write'],
  },
]

/** The search with which a form is opened. */
export const searchOfCreation = ({ asksForCustomer }: CreateItem, { isProvider }: Pick<ShownCustomer, 'isProvider'>): object =>
  asksForCustomer && isProvider ? { all: true } : {}

/** What this user may create from anywhere. */
export const creationsFor = ({ can, isProvider }: Pick<ShownCustomer, 'can' | 'isProvider'>): CreateItem[] =>
  creations.filter(({ access }) => can(access) && (!isProvider || can(customerChoiceAccess)))
