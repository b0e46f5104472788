import { texts } from '#web/platform/texts.ts'

/** What the roles are called that Vakt knows; others go by the name that the identity provider gives them. */
export const roleNames = texts(
  {
    'api-permission-global-admin': 'Provider administrator',
    'vakt-technician': 'Technician',
    'vakt-service-desk': 'Service desk',
    'vakt-read-only': 'Read-only staff',
    'provider-staff': 'Provider staff',
    'customer-admin': 'Administrator',
    'customer-reader': 'Reader',
    'customer-tickets': 'Tickets only',
  },
  {
    'api-permission-global-admin': 'Leverantörens administratör',
    'vakt-technician': 'Tekniker',
    'vakt-service-desk': 'Servicedesk',
    'vakt-read-only': 'Personal med läsrätt',
    'provider-staff': 'Leverantörens personal',
    'customer-admin': 'Administratör',
    'customer-reader': 'Läsare',
    'customer-tickets': 'Endast ärenden',
  },
)
