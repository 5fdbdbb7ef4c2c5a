import { readFileSync, writeFileSync } from 'node:fs'
import chapters from '../docs/asvs.json' with { type: 'json' }

/**
 * Writes the table and the list of open requirements of OWASP ASVS into docs/security.md and prints the counts. `--check`
 * writes nothing and fails when that page or an evidence is outdated.
 */

/** `met`: evidence as 'file: text in the file', for a test its title. The others say why. */
type Requirement = { level: number; subject: string } & (
  | { met: string[] }
  | { open: string }
  | { not_applicable: string }
)

const PAGE = 'docs/security.md'
const HEADING = '## OWASP ASVS 5.0\n'

const faults: string[] = []
const texts = new Map<string, string>()

function readText(file: string) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8'))
  return texts.get(file)!
}

function checkEvidence(id: string, evidence: string) {
  const [file = '', ...rest] = evidence.split(': ')
  const text = rest.join(': ')
  try {
    if (text === '' || !readText(file).includes(text)) faults.push(`${id}: ${file} does not contain: ${text}`)
  } catch {
    faults.push(`${id}: there is no file ${file}`)
  }
}

const total = { met: 0, not_applicable: 0, open: 0 }
const rows: string[] = []
const open: string[] = []
for (const [chapter, requirements] of Object.entries<Record<string, Requirement>>(chapters)) {
  const counts = { met: 0, not_applicable: 0, open: 0 }
  for (const [id, requirement] of Object.entries(requirements)) {
    const state = 'met' in requirement ? 'met' : 'open' in requirement ? 'open' : 'not_applicable'
    counts[state] += 1
    total[state] += 1
    if ('met' in requirement) for (const evidence of requirement.met) checkEvidence(id, evidence)
    if ('met' in requirement && requirement.met.length === 0) faults.push(`${id} has no evidence`)
    if ('open' in requirement)
      open.push(`| ${id} | ${requirement.level} | ${requirement.subject} | ${requirement.open} |`)
  }
  rows.push(`| ${chapter} | ${counts.met} | ${counts.not_applicable} | ${counts.open} |`)
}

const part = [
  HEADING,
  'Each requirement of levels 1 and 2 of the [standard](https://github.com/OWASP/ASVS), in our own short words and with its',
  'evidence, is in [asvs.json](asvs.json). `npm run asvs` writes this section; `npm test` checks that the evidence exists.',
  'TLS, redirects, copies of logs and hardening count as met by the configuration in [operations.md](operations.md).',
  '',
  '| chapter | met | not applicable | open |',
  '|---|---|---|---|',
  ...rows,
  `| **all** | **${total.met}** | **${total.not_applicable}** | **${total.open}** |`,
  '',
  '### Open requirements',
  '',
  '| number | level | subject | missing |',
  '|---|---|---|---|',
  ...open,
  '',
].join('\n')

const [before] = readText(PAGE).split(HEADING)
const isCheck = process.argv.includes('--check')
if (!isCheck) writeFileSync(PAGE, before + part)
else if (readText(PAGE) !== before + part) faults.push(`${PAGE} is outdated: npm run asvs`)

const summary = `ASVS: ${total.met} met, ${total.not_applicable} not applicable, ${total.open} open`
process.stdout.write([...(isCheck ? [summary] : [...rows, summary]), ...faults, ''].join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
