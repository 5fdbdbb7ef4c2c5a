#!/usr/bin/env node
import { runCommandLine } from './commands/program.ts'
import { keepFilesPrivate } from './data-dir.ts'

keepFilesPrivate()
// `prenoto tenant list | head` closes the pipe before everything is printed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
await runCommandLine({ runWorker: async () => (await import('./worker.ts')).runWorker() })
