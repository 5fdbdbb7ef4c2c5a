import { fail, run } from './process.ts'

try {
  run()
} catch (error) {
  fail(error)
}
