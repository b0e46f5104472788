/** While it is held, the worker removes no object: a ticket that is deleted meanwhile keeps its attachments in the backup. */
export const objectsLock = "hashtext('vakt objects')"
