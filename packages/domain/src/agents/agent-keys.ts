/** What the former key of commands signs so that agents follow a new one. Both are 32 bytes in base64url. */
export const signedTextOfKeyChange = (formerKey: string, commandKey: string): string =>
  `vakt agent command key 1\n${formerKey}\n${commandKey}`

/** What a new key of an agent signs to prove that the agent has it. */
export const signedTextOfNewKey = (agentId: string, publicKey: string): string => `vakt agent key 1\n${agentId}\n${publicKey}`
