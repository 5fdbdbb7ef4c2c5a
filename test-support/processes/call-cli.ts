import { vi } from 'vitest'
import { runCommandLine } from '../../server/src/commands/program.ts'

/** Runs the command line in this process, which takes a tenth of `runCli`; one call at a time. */
export async function callCli(settings: Record<string, string>, ...words: string[]) {
  const [env, exitCode] = [process.env, process.exitCode]
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += text
      return true
    }),
  )
  process.env = { PATH: env.PATH, ...settings }
  process.exitCode = 0
  try {
    await runCommandLine({ runWorker: async () => {}, words })
    return { code: Number(process.exitCode), ...output }
  } finally {
    process.env = env
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
}
