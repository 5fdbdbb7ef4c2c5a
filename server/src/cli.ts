import { keepFilesPrivate } from './data-dir.ts'
import { keepCompiled } from './lean-start.ts'

keepCompiled()
keepFilesPrivate()
const { runCommandLine } = await import('./commands/program.ts')
await runCommandLine({ runWorker: async () => (await import('./worker.ts')).runWorker() })
