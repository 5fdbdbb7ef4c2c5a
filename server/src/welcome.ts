import { DEMO_PASSWORD, DEMO_SITES } from './demo/demo-sites.ts'

/** Tells whoever started the server where to go and, for the demo, how to log in. */
export function welcome(address: string, { demo }: { demo: boolean }) {
  const { port } = new URL(address)
  const lines = ['', `  Prenoto is ready on ${address.replace('127.0.0.1', 'localhost')}`]
  if (demo) {
    lines.push('')
    for (const { domain, what, logIns } of DEMO_SITES) {
      lines.push(`  http://${domain}:${port}`.padEnd(34) + what)
      for (const logIn of logIns) lines.push(`      ${logIn}`)
    }
    lines.push('', `  The password of every demo log-in is ${DEMO_PASSWORD}; they log in at /login.`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
