import type { ImportDetails, ImportLine } from '@prenoto/core/imports/imports.endpoints.ts'
import { expect } from 'vitest'
import type { TestServer, TestTenant } from './test-server.ts'
import { waitForJobs } from './wait-for-jobs.ts'

type Staff = Awaited<ReturnType<TestTenant['as']>>

type File = { kind: 'customers' | 'bookings'; text: string; options?: object }

export const makeForm = (text: string | Buffer, name = 'clienti.csv') => {
  const form = new FormData()
  form.append('file', new Blob([text as never], { type: 'text/csv' }), name)
  return form
}

/** '4 duplicate uguale alla riga 2': line, outcome and reason. */
export const outcomes = (rows: ImportLine[]) =>
  rows.map(({ line, outcome, detail }) => `${line} ${outcome} ${detail}`.trim())

/** The steps of an import; each waits for its job. */
export function importSteps(server: TestServer) {
  async function upload(admin: Staff, kind: File['kind'], text: string): Promise<ImportDetails> {
    const answer = await admin.post(`/imports?kind=${kind}`, makeForm(text))
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
    return answer.json()
  }

  const read = async (admin: Staff, id: number): Promise<ImportDetails> => (await admin.get(`/imports/${id}`)).json()

  async function runStep(here: TestTenant, admin: Staff, path: string, body: object = {}) {
    const id = Number(/\d+/.exec(path)![0])
    const answer = await admin.post(path, body)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    await waitForJobs(server, here, { dueOnly: true })
    return read(admin, id)
  }

  /** Uploads and checks a file with the guessed columns, apart from `options`. */
  async function checked(here: TestTenant, admin: Staff, { kind, text, options = {} }: File) {
    const { id, options: guessed } = await upload(admin, kind, text)
    return runStep(here, admin, `/imports/${id}/check`, { ...guessed, ...options })
  }

  return {
    upload,
    read,
    runStep,
    checked,
    start: (here: TestTenant, admin: Staff, id: number, override = false) =>
      runStep(here, admin, `/imports/${id}/start`, { override }),
    lines: async (admin: Staff, id: number): Promise<ImportLine[]> =>
      (await admin.get(`/imports/${id}/lines?per_page=100`)).json().lines,
  }
}
