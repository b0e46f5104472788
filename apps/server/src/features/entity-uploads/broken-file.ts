import type { FileProblem, UploadProblem } from '@vakt/contract/entities/entity-uploads.ts'

/** From here on the file cannot be read. */
export class BrokenFile extends Error {
  readonly told: UploadProblem
  constructor(problem: FileProblem, row: number, column: string | null = null, value: string | null = null) {
    super(`${problem} in row ${row}`)
    this.told = { problem, row, column, value: value?.slice(0, 200).toWellFormed().replaceAll('\u0000', '�') ?? null }
  }
}
