#!/usr/bin/env node
import { runCommandLine } from './commands/program.ts'
import { keepFilesPrivate } from './data-dir.ts'

keepFilesPrivate()
await runCommandLine({ runWorker: async () => (await import('./worker.ts')).runWorker() })
