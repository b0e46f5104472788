/** Event of the window: a toast comes that answers nothing the user did. */
export const toastWanted = 'vakt:toast'
