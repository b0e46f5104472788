/** Of the VM agent, as it reports it; the version of the release that it belongs to. */
export const agentVersion = '0.2.0'
