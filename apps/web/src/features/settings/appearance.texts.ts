import { texts } from '#web/platform/texts.ts'

export const appearanceTexts = texts(
  {
    title: 'Language, time and theme',
    intro: 'Language and time zone follow you to every browser, and to the emails you get. The theme is kept in this browser.',
    timeZone: 'Time zone',
    timeZoneHelp: 'Times are shown in this zone, also in emails.',
    automatic: 'Automatic',
    automaticHelp: (zone: string) => `This browser’s zone on screen, ${zone} in emails`,
    ofThisBrowser: 'This browser’s zone',
    timeZoneNotSaved: 'The time zone was not saved. Try again.',
    startPage: 'Start page',
    startPageHelp: 'What opens when you sign in or choose the logo.',
    startPages: { dashboard: 'Overview', inbox: 'Inbox of all customers', tickets: 'Tickets' },
    startPageNotSaved: 'The start page was not saved. Try again.',
  },
  {
    title: 'Språk, tid och tema',
    intro: 'Språk och tidszon följer dig till alla webbläsare och till de mejl som skickas till dig. Temat gäller i den här webbläsaren.',
    timeZone: 'Tidszon',
    timeZoneHelp: 'Tider visas i den här zonen, på skärmen och i e-post.',
    automatic: 'Automatiskt',
    automaticHelp: (zone) => `Webbläsarens zon på skärmen, ${zone} i e-post`,
    ofThisBrowser: 'Den här webbläsarens zon',
    timeZoneNotSaved: 'Tidszonen sparades inte. Försök igen.',
    startPage: 'Startsida',
    startPageHelp: 'Det som öppnas när du loggar in eller klickar på loggan.',
    startPages: { dashboard: 'Översikt', inbox: 'Inkorg för alla kunder', tickets: 'Ärenden' },
    startPageNotSaved: 'Startsidan sparades inte. Försök igen.',
  },
)
