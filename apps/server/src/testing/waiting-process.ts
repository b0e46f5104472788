import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { answerInChild } from '#server/platform/bounded-child.ts'

/** Answers with its priority and how often it was asked, once the file that it is asked about exists: until then it is busy. */
let asked = 0
answerInChild<{ file: string | null }>(({ file }, send) => {
  asked += 1
  send({ part: asked })
  while (file !== null && !existsSync(file)) {
    // Nothing else is done meanwhile.
  }
  send({ end: true, priority: getPriority() })
})
