import { keepCompiled } from './lean-start.ts'

keepCompiled()
const { runCommandLine } = await import('./commands/program.ts')
await runCommandLine({ runWorker: async () => (await import('./worker.ts')).runWorker() })
