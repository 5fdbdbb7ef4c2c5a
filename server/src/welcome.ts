import { DEMO_PASSWORD } from './features/accounts/users/demo-password.ts'
import { DEMO_SITES } from './features/operations/demo/demo-sites.ts'
import type { Contents } from './features/operations/demo/prepare-contents.ts'
import type { Settings } from './settings/settings.ts'
import { toOrigin } from './tenants/domain-name.ts'

const RESET = 'npx prenoto user reset-password localhost admin@demo.it'

type Welcome = Pick<Settings, 'isLocal' | 'signUp'> & {
  contents?: Contents
  /** Made by this start. */
  setUpCode?: string
}

/** Prints the server's address and first steps: how to open the first business, or the demo's users. */
export function welcome(address: string, { contents, setUpCode, isLocal, signUp }: Welcome) {
  const { port } = new URL(address)
  const lines = ['', `  Prenoto is ready on ${address.replace('127.0.0.1', 'localhost')}`]
  if (contents?.isEmpty) lines.push(...setUpLines(setUpCode))
  if (contents?.demo) lines.push(...demoLines(contents.demo, { port, isLocal }))
  if (signUp) lines.push('', `  Owners open businesses on ${toOrigin(signUp.domain, Number(port))}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

const setUpLines = (code: string | undefined) => [
  '',
  '  There is no business yet. Open the address of this server in a browser to set up the first one.',
  ...(code
    ? [`  The set-up code, valid for an hour: ${code}`, '  `npx prenoto setup-code` prints another one.']
    : ['  An earlier start has printed the set-up code; `npx prenoto setup-code` prints another one.']),
  '',
  '  To look around first: DEMO=on adds demo businesses at the next start.',
]

function demoLines(demo: NonNullable<Contents['demo']>, { port, isLocal }: { port: string; isLocal: boolean }) {
  const getPassword = (email: string) => (typeof demo === 'string' ? '' : demo.get(email)!)
  return [
    '',
    ...DEMO_SITES.flatMap(({ domain, description, logIns }) => [
      `  http://${domain}:${port}`.padEnd(34) + description,
      ...logIns.map((email) => `      ${email.padEnd(28)}${getPassword(email)}`.trimEnd()),
    ]),
    '',
    ...passwordLines(demo, isLocal),
  ]
}

function passwordLines(demo: NonNullable<Contents['demo']>, isLocal: boolean) {
  if (typeof demo !== 'string') return ['  These passwords are shown this once. The log-in is at /login.']
  if (demo === 'published' && isLocal)
    return [`  The password of every demo log-in is ${DEMO_PASSWORD}; they log in at /login.`]
  const reason =
    demo === 'published'
      ? `  The published demo password ${DEMO_PASSWORD} is refused, because others can reach this server.`
      : '  The demo passwords were shown when the demo was added, or have been changed since.'
  return [reason, '  This prints a link that sets a new one:', '', `      ${RESET}`]
}
