import { texts } from '#web/platform/texts.ts'

/** What the server may refuse any call with, by the translation keys of its door. */
export const errorMessageTexts = texts(
  {
    'error.bad_value': 'A value cannot be stored.',
    'error.customer_closed': 'This customer is closed.',
    'error.forbidden': 'You do not have permission to do this.',
    'error.forbidden_feature': 'You do not have the permission for this.',
    'error.idempotency_key_reused': 'This was sent before with other content. Load the page again.',
    'error.no_answer': 'No answer in time. It may have been done all the same: try again, and it is not done twice.',
    'error.no_answer_reading': 'No answer in time. Try again.',
    'error.not_with_api_token': 'An API token cannot do this. Sign in to the portal instead.',
    'error.not_set_up': 'This Vakt is not set up yet. Open the set-up address from the log of the server.',
    'error.not_found': 'It does not exist, or you do not have access.',
    'error.too_large': 'This is too large to be sent.',
    'error.too_many': 'Too many requests. Try again in a moment.',
    'error.unavailable': 'The portal cannot answer right now. Try again in a moment.',
    'error.unexpected': 'Something went wrong on our side.',
    'error.viewing_only': 'You are viewing as another user and cannot change anything. Stop viewing first.',
  },
  {
    'error.bad_value': 'Ett värde kan inte sparas.',
    'error.customer_closed': 'Kunden är stängd.',
    'error.forbidden': 'Du har inte behörighet att göra det här.',
    'error.forbidden_feature': 'Du saknar behörigheten för det här.',
    'error.idempotency_key_reused': 'Det här har redan skickats med annat innehåll. Ladda om sidan.',
    'error.no_answer': 'Inget svar i tid. Det kan ändå ha gått igenom. Försök igen, så görs det inte två gånger.',
    'error.no_answer_reading': 'Inget svar i tid. Försök igen.',
    'error.not_with_api_token': 'Det här går inte med en API-nyckel. Logga in i portalen i stället.',
    'error.not_set_up': 'Vakt är inte konfigurerat än. Öppna adressen som står i serverns logg.',
    'error.not_found': 'Det finns inte, eller så har du inte åtkomst.',
    'error.too_large': 'Det här är för stort för att skickas.',
    'error.too_many': 'För många förfrågningar. Försök igen om en stund.',
    'error.unavailable': 'Portalen kan inte svara just nu. Försök igen om en stund.',
    'error.unexpected': 'Något gick fel hos oss.',
    'error.viewing_only': 'Du visar portalen som en annan användare och kan inte ändra något. Sluta visa först.',
  },
)
