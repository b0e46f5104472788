/** Event of the window: a toast comes that answers nothing the user did. */
export const toastWanted = 'vakt:toast'

/** The toast that answers nothing the user did: it gives way to the answer to what they do. */
export const arrivalToastId = 'arrival'
