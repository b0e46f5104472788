import { texts } from '#web/platform/texts.ts'

export const profileTexts = texts(
  {
    title: 'Profile',
    intro: 'Your name and email address come from where you sign in. To change them, ask the administrator of that service.',
    name: 'Name',
    email: 'Email',
    customer: 'Customer',
    roles: 'Roles',
    photo: 'Photo',
    photoHelp: 'JPEG, PNG, GIF or WebP, at most 4 MB. It is shown to the people you work with here.',
    photoOfDirectory: 'This photo comes from your company’s directory.',
    upload: 'Upload photo',
    replace: 'Replace photo',
    remove: 'Remove photo',
    saved: 'Your photo has been changed.',
    removed: 'Your photo has been removed.',
    failed: 'We could not change your photo. Please try again later.',
    messages: {
      'profile_photo.too_large': 'The file must not be larger than 4 MB',
      'profile_photo.no_image': 'This file is not a picture. Choose a JPEG, PNG, GIF or WebP.',
    },
  },
  {
    title: 'Profil',
    intro:
      'Ditt namn och din e-postadress kommer från tjänsten där du loggar in. Vänd dig till den som sköter ditt konto där för att ändra dem.',
    name: 'Namn',
    email: 'E-post',
    customer: 'Kund',
    roles: 'Roller',
    photo: 'Bild',
    photoHelp: 'JPEG, PNG, GIF eller WebP, högst 4 MB. Den visas för dem du arbetar med här.',
    photoOfDirectory: 'Bilden kommer från ditt företags katalog.',
    upload: 'Ladda upp bild',
    replace: 'Byt bild',
    remove: 'Ta bort bild',
    saved: 'Din bild har bytts.',
    removed: 'Din bild har tagits bort.',
    failed: 'Vi kunde inte byta din bild. Försök igen senare.',
    messages: {
      'profile_photo.too_large': 'Filen får inte vara större än 4 MB',
      'profile_photo.no_image': 'Det här är ingen bild som går att visa. Välj en JPEG, PNG, GIF eller WebP.',
    },
  },
)
