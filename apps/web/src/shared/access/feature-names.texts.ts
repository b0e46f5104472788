import { texts } from '#web/platform/texts.ts'

/** What people call the features that rights and API tokens are given for. */
export const featureNames = texts(
  {
    '@feature.overview.read': 'Overview: read',
    '@feature.tickets.read': 'Tickets: read',
    '@feature.tickets.write': 'Tickets: write',
    '@feature.myenvironment.read': 'My environment: read',
    '@feature.myenvironment.write': 'My environment: write',
    '@feature.servicewindow.read': 'Service windows: read',
    '@feature.servicewindow.write': 'Service windows: write',
    '@feature.report.read': 'Reports: read',
    '@feature.appmonitor.read': 'App monitor: read',
    '@feature.appmonitor.write': 'App monitor: write',
  },
  {
    '@feature.overview.read': 'Översikt: läsa',
    '@feature.tickets.read': 'Ärenden: läsa',
    '@feature.tickets.write': 'Ärenden: ändra',
    '@feature.myenvironment.read': 'Min miljö: läsa',
    '@feature.myenvironment.write': 'Min miljö: ändra',
    '@feature.servicewindow.read': 'Servicefönster: läsa',
    '@feature.servicewindow.write': 'Servicefönster: ändra',
    '@feature.report.read': 'Rapporter: läsa',
    '@feature.appmonitor.read': 'Appövervakning: läsa',
    '@feature.appmonitor.write': 'Appövervakning: ändra',
  },
)
