import { beginLean, dropCompiler } from './lean-start.ts'

beginLean()
const { fail, run } = await import('./process.ts')
dropCompiler()
try {
  run()
} catch (error) {
  fail(error)
}
