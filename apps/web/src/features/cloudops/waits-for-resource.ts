import type { CloudOpsVersion } from '@vakt/contract/cloudops.ts'

/** The resource is gone: the service resumes by itself once it is back. */
export const waitsForResource = ({ reason }: CloudOpsVersion): boolean => reason === 'resource_gone' || reason === 'connector_removed'
